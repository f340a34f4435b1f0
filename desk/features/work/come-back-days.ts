const DAY = 86_400_000;

/** The days that are offered to come back on, YYYY-MM-DD by the reader's clock. */
export function comeBackDays(now: Date): readonly (readonly [label: string, day: string])[] {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const after = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);
  // On a Monday, the Monday after it.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ['Today', after(0)],
    ['Tomorrow', after(1)],
    ['Monday', after(toMonday)],
    ['In a week', after(7)],
  ];
}
