const KB = 1024;

/** A file size in words, as the form, the desk and HR's mail show it. */
export function sizeWords(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  // Rounded up, so that a file over the limit never seems to fit.
  return `${(Math.ceil((bytes / KB / KB) * 100) / 100).toFixed(2)} MB`;
}
