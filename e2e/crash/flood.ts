import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Proxy } from '../fixtures/proxies.ts';

export type Flood = {
  stop(): void;
};

/** The number of connections of each kind. All stay open. */
export type FloodSize = {
  /** Connections that send nothing. */
  idle?: number;
  /** Without TLS, a header that never ends. */
  headers?: number;
  /** The beginning of a TLS handshake. */
  handshakes?: number;
  /** With TLS, a form whose body never comes. */
  bodies?: number;
};

const BATCH = 100;

/** Opens the connections one after the other from one local address, and leaves them open. */
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
  // Does not wait for the handshake, which may complete only after the other connections are closed.
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
