import type { FileFault, FileField } from '../../contract/forms/form.ts';

const PIECE = 256 * 1024;

/** Checks a file against its field by its content, as the server will. Of one that is too large only the beginning is read. */
export async function checkFile(field: FileField, file: Blob): Promise<FileFault | undefined> {
  const check = field.check();
  const end = file.size > field.maxBytes ? PIECE : file.size;
  try {
    for (let at = 0; at < end; at += PIECE) check.push(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  } catch {
    // A folder, or a file that has gone.
    return 'type';
  }
  return check.fault(file.size);
}

const KB = 1024;

export function sizeWords(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  // Rounded up, so that one that is too large never seems to fit.
  return `${(Math.ceil((bytes / KB / KB) * 100) / 100).toFixed(2)} MB`;
}
