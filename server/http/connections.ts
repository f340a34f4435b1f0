import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from './client-address.ts';
import { boundBody } from './body-limits.ts';

export const connectionLimits = {
  /** Requests of one connection that may wait for their answers. Browsers send one at a time. */
  unanswered: 32,
  /** Connections in all; each costs some ten kilobytes. */
  connections: 4096,
  /** Connections of one client. Offices and mobile networks share an address: some hundred browsers, six connections each. */
  perClient: 1024,
  /** Milliseconds in which an answer must have begun to reach its reader, or gone on reaching it. */
  stalled: 60_000,
  /** Milliseconds that one answer may take in all: 15 MB at 9 KB a second. */
  slowest: 30 * 60_000,
} as const;

type Connection = { client: string; unanswered: number; lastAnswerAt: number };

/**
 * Bounds what the connections of a server may cost: how many there are, how many requests each may leave unanswered, and what a request may
 * bring. Called once, before anything else listens to the server's requests than its handler.
 * @param perClient whether a peer is a client: not where proxies stand in between
 */
export function boundConnections(server: Server, { perClient }: { perClient: boolean }): void {
  const open = new Map<Socket, Connection>();
  const byClient = new Map<string, Set<Socket>>();

  server.on('connection', (socket: Socket) => {
    const client = perClient ? (clientOf(socket.remoteAddress) ?? '') : '';
    const theirs = byClient.get(client) ?? new Set();
    const full = perClient && theirs.size >= connectionLimits.perClient;
    if (open.size >= connectionLimits.connections || full) {
      const idle = idleOf(full ? theirs : open.keys());
      if (idle === undefined) return void socket.destroy();
      idle.destroy();
      forget(idle);
    }
    open.set(socket, { client, unanswered: 0, lastAnswerAt: Date.now() });
    byClient.set(client, theirs.add(socket));
    socket.once('close', () => forget(socket));
  });

  /** The connection that has waited longest without a request under way; whoever sends one without ever ending it is among these. */
  function idleOf(sockets: Iterable<Socket>): Socket | undefined {
    for (const socket of sockets) if (open.get(socket)?.unanswered === 0) return socket;
    return undefined;
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (connection === undefined) return;
    open.delete(socket);
    const theirs = byClient.get(connection.client);
    theirs?.delete(socket);
    if (theirs?.size === 0) byClient.delete(connection.client);
  }

  function begin(socket: Socket, response: ServerResponse): boolean {
    const connection = open.get(socket);
    if (connection === undefined || socket.destroyed) return false;
    if (connection.unanswered >= connectionLimits.unanswered) {
      socket.destroy();
      return false;
    }
    if (connection.unanswered === 0) connection.lastAnswerAt = Date.now();
    connection.unanswered += 1;
    response.once('close', () => {
      connection.unanswered -= 1;
      connection.lastAnswerAt = Date.now();
    });
    return true;
  }

  intercept(server, ({ socket }, response) => begin(socket, response));
  const watch = setInterval(() => {
    const since = Date.now() - connectionLimits.slowest;
    for (const [socket, { unanswered, lastAnswerAt }] of open) if (unanswered > 0 && lastAnswerAt < since) socket.destroy();
  }, connectionLimits.stalled);
  watch.unref();
  server.once('close', () => clearInterval(watch));
}

/** Lets a request reach the server's handler only where it may. */
function intercept(server: Server, admits: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!admits(request, response)) return;
    boundBody(request, response);
    for (const handle of handlers) handle(request, response);
  });
}
