import type { Call, CallInput } from '../../contract/calls/desk/call.ts';
import { openFile } from './call-server.ts';
import { reactToFault } from './queries.ts';

export type FileProgress = { bytes: number; lines: number };

/**
 * Makes a call that returns a file, and saves it as a download.
 * @param onProgress gets the lines received so far
 * @throws CallFault, also if the connection is lost on the way: an incomplete file is not saved
 */
export async function takeFile<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: FileProgress) => void },
): Promise<void> {
  const { name, type, content } = await openFile(call, input, signal).catch((error: unknown) => {
    reactToFault(error);
    throw error;
  });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const progress = { bytes: 0, lines: 0 };
  for await (const piece of content) {
    pieces.push(piece);
    progress.bytes += piece.length;
    for (const byte of piece) if (byte === LINE_END) progress.lines += 1;
    onProgress({ ...progress });
  }
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Later, so that the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Carriage return. It ends a line: the server writes none within a cell (RFC 4180). */
const LINE_END = 13;
