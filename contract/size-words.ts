const KB = 1024;

/** The size of a file, as the form, the desk and HR's mail say it. */
export function sizeWords(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  // Rounded up, so that one that is too large never seems to fit.
  return `${(Math.ceil((bytes / KB / KB) * 100) / 100).toFixed(2)} MB`;
}
