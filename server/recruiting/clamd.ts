import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Unavailable } from '../queue/job.ts';

/** `found`: the scanner's name for what it found. */
export type Verdict = { clean: true } | { clean: false; found: string };

export const scannerResource = 'scanner';

/** Milliseconds of silence after which the scanner counts as down. */
const TIMEOUT = 60_000;
const PIECE = 64 * 1024;

/**
 * Has clamd scan a stream with its INSTREAM command: pieces, each after its length in four bytes, and a zero length at the end.
 * @param address `tcp://host:port` or `unix:/path`
 * @throws Unavailable when clamd does not answer, Error when its answer is no verdict
 */
export async function scan(address: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Verdict> {
  const answer = await talk(address, 'zINSTREAM\0', content, signal);
  const [, found] = /^stream: (.*) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return { clean: false, found };
  if (answer === 'stream: OK') return { clean: true };
  throw new Error(`the scanner cannot tell: ${answer.slice(0, 200)}`);
}

async function talk(address: string, command: string, content?: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
  const socket = open(address);
  const stop = () => socket.destroy(new Error('stopped'));
  signal?.addEventListener('abort', stop);
  socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('no answer in time')));
  // clamd may answer and close before everything is sent: then its answer counts, not the broken pipe.
  const sent = pipeline(frames(command, content), socket, { end: false }).catch((error: Error) => socket.destroy(error));
  try {
    return await readReply(socket);
  } catch (error) {
    throw new Unavailable(scannerResource, 'the scanner does not answer', { cause: error, mend: 'CLAMD_URL says where it is' });
  } finally {
    signal?.removeEventListener('abort', stop);
    socket.destroy();
    await sent;
  }
}

function open(address: string): Socket {
  const url = new URL(address);
  return url.protocol === 'unix:'
    ? connect(decodeURIComponent(url.pathname))
    : connect(Number(url.port || 3310), url.hostname.replace(/^\[|\]$/g, ''));
}

async function* frames(command: string, content: AsyncIterable<Uint8Array> | undefined): AsyncIterable<Uint8Array> {
  yield Buffer.from(command);
  if (content === undefined) return;
  for await (const whole of content) {
    for (let at = 0; at < whole.length; at += PIECE) {
      const piece = whole.subarray(at, at + PIECE);
      yield lengthOf(piece);
      yield piece;
    }
  }
  yield lengthOf(new Uint8Array(0));
}

function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

async function readReply(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer);
    if ((piece as Buffer).includes(0)) break;
  }
  const text = Buffer.concat(pieces).toString('utf8');
  const end = text.indexOf('\0');
  if (end === -1) throw new Error('the answer broke off');
  return text.slice(0, end).trim();
}
