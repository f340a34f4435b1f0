import type { Call, CallInput } from '../../contract/calls/desk/call.ts';
import { openFile } from './call-server.ts';
import { tellFault } from './queries.ts';

export type FileProgress = { bytes: number; lines: number };

/**
 * Makes a call that sends a file, and stores it where the browser stores files.
 * @param onProgress told of what has come so far
 * @throws CallFault, also where the connection is lost on the way: half a file is none
 */
export async function takeFile<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: FileProgress) => void },
): Promise<void> {
  const { name, type, content } = await openFile(call, input, signal).catch((error: unknown) => {
    tellFault(error);
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
  // Once the browser has begun to store it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A carriage return: text within a cell has none (RFC 4180, as the server writes it). */
const LINE_END = 13;
