import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Proxy } from '../fixtures/proxies.ts';

export type Flood = {
  stop(): void;
};

/** Of each kind so many connections, which all stay as they are. */
export type FloodSize = {
  /** Nothing is sent. */
  idle?: number;
  /** A header without an end, without TLS. */
  headers?: number;
  /** The beginning of a TLS handshake. */
  handshakes?: number;
  /** A form whose body does not come, by TLS. */
  bodies?: number;
};

const BATCH = 100;

/** Opens them one after the other from one address of this machine, and leaves them open. */
export async function flood({ url, plainPort }: Proxy, from: string, size: FloodSize): Promise<Flood> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const open = async (to: number, bytes = ''): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: to, localAddress: from });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (bytes !== '') socket.write(bytes, 'latin1');
    return socket;
  };
  // Without waiting for the handshake, which may not come before the other connections are ended.
  const openTls = async (bytes: string): Promise<void> => {
    const socket = connectTls({ socket: await open(Number(port)), servername: hostname, rejectUnauthorized: false });
    socket.on('error', () => undefined);
    socket.write(bytes);
  };
  const head = `POST /messages HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;
  const kinds: [number, () => Promise<unknown>][] = [
    [size.idle ?? 0, () => open(Number(port))],
    [size.headers ?? 0, () => open(plainPort, `GET / HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `)],
    [size.handshakes ?? 0, () => open(Number(port), '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03')],
    [size.bodies ?? 0, () => openTls(head)],
  ];
  for (const [count, begin] of kinds) {
    for (let n = 0; n < count; n += BATCH) await Promise.all(Array.from({ length: Math.min(BATCH, count - n) }, begin));
  }
  return {
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
