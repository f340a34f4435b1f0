import type { FileFault, FileField } from '../../contract/forms/form.ts';

const PIECE = 256 * 1024;

/** Checks a file by its content, like the server. Of a file that is too large only the beginning is read. */
export async function checkFile(field: FileField, file: Blob): Promise<FileFault | undefined> {
  const check = field.check();
  const end = file.size > field.maxBytes ? PIECE : file.size;
  try {
    for (let at = 0; at < end; at += PIECE) check.push(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  } catch {
    // The path is a folder, or the file was deleted.
    return 'type';
  }
  return check.fault(file.size);
}
