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
