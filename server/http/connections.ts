import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { observations } from '../observations.ts';
import { clientOf } from './client-address.ts';
import { boundBody } from './body-limits.ts';

export const connectionLimits: ConnectionLimits = {
  unanswered: 32,
  connections: 4096,
  // Offices and mobile networks share an address: some hundred browsers, six connections each.
  perClient: 1024,
  stalled: 60_000,
  // 15 MB at 9 KB a second.
  slowest: 30 * 60_000,
};

export type ConnectionLimits = {
  /** Requests of one connection that may wait for their answers. Browsers send one at a time. */
  unanswered: number;
  /** Connections in all; each costs some ten kilobytes. */
  connections: number;
  perClient: number;
  /** Milliseconds in which an answer must have begun to reach its reader, or gone on reaching it. */
  stalled: number;
  /** Milliseconds that one answer may take in all. */
  slowest: number;
};

/** `perClient`: whether a peer is a client, which it is not where proxies stand in between. */
type Bounds = { perClient: boolean; limits?: ConnectionLimits };

type Connection = {
  client: string;
  /** The answers under way, in their order; those that are over stay until somebody looks. A listener on each cost pages a tenth of their time. */
  answers: ServerResponse[];
  lastAnswerAt: number;
  timed: boolean;
};

/**
 * Bounds what the connections of a server may cost: how many there are, how long they may take, how many requests each may leave
 * unanswered, and what a request may bring. Called once, after the server's handlers are set and before anything else listens to it.
 */
export function boundConnections(server: Server, { perClient, limits = connectionLimits }: Bounds): void {
  const connections = new Map<Socket, Connection>();
  counts.set(server, () => {
    let count = 0;
    for (const connection of connections.values()) count += unanswered(connection);
    return count;
  });
  const byClient = new Map<string, Set<Socket>>();

  server.on('connection', (socket: Socket) => {
    const client = perClient ? (clientOf(socket.remoteAddress) ?? '') : '';
    const theirs = byClient.get(client) ?? new Set();
    const many = perClient && theirs.size >= limits.perClient;
    if (many || connections.size >= limits.connections) {
      observations.refusal.tell('too many connections');
      const other = idleOf(many ? theirs : connections.keys(), connections) ?? (many ? undefined : oldestOfLargest(byClient, theirs.size));
      if (other === undefined) return void socket.destroy();
      other.destroy();
      forget(other);
    }
    connections.set(socket, { client, answers: [], lastAnswerAt: performance.now(), timed: false });
    byClient.set(client, theirs.add(socket));
    socket.once('close', () => forget(socket));
  });

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    const theirs = byClient.get(connection.client);
    theirs?.delete(socket);
    if (theirs?.size === 0) byClient.delete(connection.client);
  }

  intercept(server, ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined || socket.destroyed) return false;
    const waiting = unanswered(connection);
    if (waiting >= limits.unanswered) {
      observations.refusal.tell('too many unanswered');
      socket.destroy();
      return false;
    }
    if (waiting === 0) connection.lastAnswerAt = performance.now();
    connection.answers.push(response);
    return true;
  });
  const watch = setInterval(() => watchSlow(connections, limits), limits.stalled / 4);
  watch.unref();
  server.once('close', () => clearInterval(watch));
}

function unanswered(connection: Connection): number {
  const { answers } = connection;
  while (answers[0]?.writableFinished === true || answers[0]?.destroyed === true) {
    answers.shift();
    connection.lastAnswerAt = performance.now();
    connection.timed = false;
  }
  return answers.length;
}

export function requestsInFlight(server: Server): () => number {
  return counts.get(server)!;
}

const counts = new WeakMap<Server, () => number>();

function watchSlow(connections: ReadonlyMap<Socket, Connection>, { stalled, slowest }: ConnectionLimits): void {
  const now = performance.now();
  for (const [socket, connection] of connections) {
    const waits = unanswered(connection) > 0 ? now - connection.lastAnswerAt : 0;
    if (waits > slowest) {
      observations.refusal.tell('slow reader');
      socket.destroy();
    } else if (waits > stalled / 4 && !connection.timed) {
      connection.timed = true;
      // Node ends a connection whose timer runs out, and starts the timer again whenever a byte moves.
      socket.setTimeout(stalled, () => {
        // Node's own timer of an idle connection ends here, too.
        if (unanswered(connection) > 0) observations.refusal.tell('slow reader');
      });
    }
  }
}

/** The connection that has waited longest without a request under way; whoever sends one without ever ending it is among these. */
function idleOf(sockets: Iterable<Socket>, connections: ReadonlyMap<Socket, Connection>): Socket | undefined {
  for (const socket of sockets) {
    const connection = connections.get(socket);
    if (connection !== undefined && unanswered(connection) === 0) return socket;
  }
  return undefined;
}

/** The oldest connection of the client that has most: a few that hold everything with slow requests shut nobody out. */
function oldestOfLargest(byClient: ReadonlyMap<string, ReadonlySet<Socket>>, than: number): Socket | undefined {
  let largest: ReadonlySet<Socket> | undefined;
  for (const sockets of byClient.values()) if (sockets.size > (largest?.size ?? than + 1)) largest = sockets;
  return largest?.values().next().value;
}

/** Lets a request reach the server's handlers only where it may: those with an `Expect` that is not met have one of their own. */
function intercept(server: Server, admits: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  for (const event of ['request', 'checkExpectation']) {
    const handlers = server.listeners(event) as RequestListener[];
    if (handlers.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
      if (!admits(request, response)) return;
      boundBody(request, response);
      for (const handle of handlers) handle(request, response);
    });
  }
}
