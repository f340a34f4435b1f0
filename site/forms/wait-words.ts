/** How long to wait, in words; rounded up, so that the next try is never too early. */
export function waitWords(seconds: number): string {
  if (seconds <= 5) return 'in a few seconds';
  if (seconds < 60) return `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'in a minute';
  if (minutes < 60) return `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'in an hour' : `in ${hours} hours`;
}
