import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { observations } from '../kernel/observations.ts';

export class BodyTooLarge extends Error {
  readonly statusCode = 413;
}

/** After an early answer, bytes and milliseconds for which the body is still read, so that the sender can read the answer. */
const SPARE = { bytes: 512 * 1024, ms: 2000 } as const;
const LOOK_MS = 20;

/** Number of chunks after which their mean size in bytes must reach MEAN_CHUNK: each chunk costs the same time, however small. */
const FREE_CHUNKS = 1024;
const MEAN_CHUNK = 256;

/**
 * Limits the cost of a request's body, whichever route reads it: a body of tiny chunks ends the connection, and so does an answer that is sent before
 * all of a long body has arrived.
 * @param onTinyChunks called once, because only an attack sends such a body
 */
export function boundBody(request: IncomingMessage, response: ServerResponse, onTinyChunks: () => void): void {
  const chunked = request.headers['transfer-encoding'] !== undefined;
  if (!chunked && Number(request.headers['content-length'] ?? 0) <= limits.jsonBody) return;
  if (chunked) countChunks(request, onTinyChunks);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      // Node would close the connection while the answer is being sent, and the sender would see a failure instead.
      request.socket.destroySoon = () => endLater(request);
    }
    return writeHead(...args);
  };
}

function countChunks(request: IncomingMessage, onTinyChunks: () => void): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.length;
    if (chunks > FREE_CHUNKS && bytes < chunks * MEAN_CHUNK) {
      // Node's parser goes on through its buffer, which may hold tens of thousands of further chunks.
      request.push = () => false;
      observations.refusal.tell('tiny chunks');
      request.socket.destroy();
      onTinyChunks();
    } else if (bytes <= limits.multipartBody) return push(chunk, encoding);
    else if (bytes - chunk.length <= limits.multipartBody) refuse(request);
    return !request.socket.destroyed;
  };
}

/** Passes the error to the body's reader, which answers. If nothing reads the body, closes the connection. */
function refuse(request: IncomingMessage): void {
  if (request.listenerCount('error') > 0) return void request.emit('error', new BodyTooLarge('The body is too large.'));
  observations.refusal.tell('body too large');
  request.socket.destroy();
}

function endLater(request: IncomingMessage): void {
  const { socket } = request;
  const most = socket.bytesRead + SPARE.bytes;
  const until = performance.now() + SPARE.ms;
  request.unpipe();
  request.resume();
  socket.end();
  const look = setInterval(() => {
    if (!socket.destroyed && !request.complete && socket.bytesRead <= most && performance.now() <= until) return;
    clearInterval(look);
    socket.destroy();
  }, LOOK_MS);
}
