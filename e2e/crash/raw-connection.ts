import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerAnswer } from './client.ts';

/** Opens a connection and sends the given bytes, valid HTTP or not. */
export async function openRaw(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

export async function rawAnswer(url: string, text: string): Promise<ServerAnswer> {
  const socket = await openRaw(url, text);
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    if (answer.includes('\r\n\r\n')) break;
  }
  socket.destroy();
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers) as ServerAnswer['headers'], text: body };
}
