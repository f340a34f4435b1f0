import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { elementAt, present } from '../../contract/checked.ts';
import { observations } from '../kernel/observations.ts';
import { barredClients } from './barred-clients.ts';
import { clientOf } from './client-address.ts';
import { boundBody } from './body-limits.ts';
import { intercept } from './intercept.ts';
import { createPace, type Pace } from './pace.ts';
import { createTurns } from './turns.ts';

export const connectionLimits: ConnectionLimits = {
  unanswered: 32,
  unansweredByClient: 1024,
  connections: 4096,
  // Offices and mobile networks share an address: some hundred browsers with six connections each.
  perClient: 1024,
  stalled: 60_000,
  // Enough for 15 MB at 9 KB a second.
  slowest: 30 * 60_000,
  barred: 10_000,
};

export type ConnectionLimits = {
  /** Most unanswered requests of one connection. Browsers send one at a time. */
  unanswered: number;
  /** Most unanswered requests of one client on all its connections. Beyond this, none of them may pipeline a request. */
  unansweredByClient: number;
  /** Most connections in all. Each costs some ten kilobytes. */
  connections: number;
  perClient: number;
  /** Milliseconds without progress after which an answer's connection is closed. */
  stalled: number;
  /** Milliseconds that one answer may take in all. */
  slowest: number;
  /** Milliseconds for which a client is barred (barred-clients.ts). */
  barred: number;
};

/** Blame by cost: a body of tiny chunks takes some ten milliseconds until its connection is closed. */
const BLAME = { unanswered: 1, tinyChunks: 4 } as const;

/** `perClient`: whether each peer is a client, which is not so behind proxies. `forwarded` then returns the client of a request. */
type Bounds = { perClient: boolean; forwarded?: (request: IncomingMessage) => string; pace?: Pace; limits?: ConnectionLimits };

type Connection = {
  client: string;
  /** Answers being sent, in order. Finished ones stay until the next count: a listener on each answer would cost pages a tenth of their time. */
  answers: ServerResponse[];
  lastAnswerAt: number;
  timed: boolean;
};

/**
 * Limits the cost of a server's connections: their number, their duration, the unanswered requests of each, and the size of a request. Call it once,
 * after the server's handlers are set and before anything else listens to the server.
 */
export function boundConnections(server: Server, { perClient, forwarded, pace = createPace(), limits = connectionLimits }: Bounds): void {
  const { connections, byClient, add, forget, leavesTooMany } = createRegister(limits.unansweredByClient);
  counts.set(server, () => {
    let count = 0;
    for (const connection of connections.values()) count += unanswered(connection);
    return count;
  });
  const barred = barredClients(limits.barred);
  const turns = createTurns();

  server.on('connection', (socket: Socket) => {
    turns.hurry();
    const client = perClient ? (clientOf(socket.remoteAddress) ?? '') : '';
    if (barred.has(client)) {
      observations.refusal.tell('barred');
      return void socket.destroy();
    }
    if (forwarded !== undefined && connections.size >= limits.connections) {
      for (const other of olderHalfOfLargest(connections, forwarded)) {
        observations.refusal.tell('too many connections');
        other.destroy();
        forget(other);
      }
    }
    const theirs = byClient.get(client) ?? new Set();
    const many = perClient && theirs.size >= limits.perClient;
    if (many || connections.size >= limits.connections) {
      observations.refusal.tell('too many connections');
      const other = idleOf(many ? theirs : connections.keys(), connections) ?? (many ? undefined : oldestOfLargest(byClient, theirs.size));
      if (other === undefined) return void socket.destroy();
      other.destroy();
      forget(other);
    }
    add(socket, client);
  });

  function blame({ client }: Connection, weight: number): void {
    if (perClient && barred.blame(client, weight)) for (const socket of byClient.get(client) ?? []) socket.destroy();
  }

  intercept(server, (request, response, handle) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined || socket.destroyed) return;
    if (!isOneMore(connection, response, limits.unanswered) || (perClient && leavesTooMany(connection))) {
      cutOff(socket);
      return blame(connection, BLAME.unanswered);
    }
    boundBody(request, response, () => blame(connection, BLAME.tinyChunks));
    const go = () => void (socket.destroyed || handle());
    if (perClient) return turns.take(connection.client, go);
    // Behind a proxy all requests have the same peer, so clients cannot take turns.
    const pause = forwarded === undefined ? 0 : pace(forwarded(request));
    if (pause === 0) go();
    else setTimeout(go, pause).unref();
  });
  const watch = setInterval(() => watchSlow(connections, limits), limits.stalled / 4);
  watch.unref();
  server.once('close', () => clearInterval(watch));
}

/** Tracks open connections, in all and of each client. @param most unanswered requests that one client may have on all its connections */
function createRegister(most: number) {
  const connections = new Map<Socket, Connection>();
  const byClient = new Map<string, Set<Socket>>();
  /** Requests of each client since its last count, including those answered since. */
  const taken = new Map<string, number>();

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    const theirs = byClient.get(connection.client);
    theirs?.delete(socket);
    if (theirs?.size !== 0) return;
    byClient.delete(connection.client);
    taken.delete(connection.client);
  }

  /** Whether a client that pipelines a request has too many unanswered ones. One request on each connection is always accepted. */
  function leavesTooMany({ client, answers }: Connection): boolean {
    const count = (taken.get(client) ?? 0) + 1;
    taken.set(client, count);
    if (count <= most || answers.length < 2) return false;
    let now = 0;
    for (const socket of byClient.get(client) ?? []) now += unanswered(connections.get(socket)!);
    taken.set(client, now);
    if (now > most) observations.refusal.tell('too many unanswered');
    return now > most;
  }

  function add(socket: Socket, client: string): void {
    connections.set(socket, { client, answers: [], lastAnswerAt: performance.now(), timed: false });
    byClient.set(client, (byClient.get(client) ?? new Set()).add(socket));
    socket.once('close', () => forget(socket));
  }

  return { connections, byClient, add, forget, leavesTooMany };
}

/** Return value that makes Node's parser stop, as for an upgrade. */
const READ_NO_MORE = 2;

/**
 * Closes a connection without reading what has already arrived: Node would parse some thousand requests and fail each of them with an error, for a
 * tenth of a second.
 */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => READ_NO_MORE;
  socket.destroy();
}

/** Registers an answer. @returns false if too many answers of the connection are unfinished */
function isOneMore(connection: Connection, response: ServerResponse, most: number): boolean {
  const waiting = unanswered(connection);
  if (waiting >= most) {
    observations.refusal.tell('too many unanswered');
    return false;
  }
  if (waiting === 0) connection.lastAnswerAt = performance.now();
  connection.answers.push(response);
  return true;
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
  return present(counts.get(server));
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
      // Node closes a connection when its timer expires, and restarts the timer whenever data is transferred.
      socket.setTimeout(stalled, () => {
        // Node's timer of an idle connection ends here as well.
        if (unanswered(connection) > 0) observations.refusal.tell('slow reader');
      });
    }
  }
}

/** The oldest connection without a request being handled. It may be one that sends a request without ever ending it. */
function idleOf(sockets: Iterable<Socket>, connections: ReadonlyMap<Socket, Connection>): Socket | undefined {
  for (const socket of sockets) {
    const connection = connections.get(socket);
    if (connection !== undefined && unanswered(connection) === 0) return socket;
  }
  return undefined;
}

/** The oldest connection of the client with the most, so that a few clients with slow requests cannot take all connections. */
function oldestOfLargest(byClient: ReadonlyMap<string, ReadonlySet<Socket>>, than: number): Socket | undefined {
  let largest: ReadonlySet<Socket> | undefined;
  for (const sockets of byClient.values()) if (sockets.size > (largest?.size ?? than + 1)) largest = sockets;
  return largest?.values().next().value;
}

/**
 * Behind a proxy: the older half of the connections of the client with the most requests in progress. Half, because each call scans all connections.
 * Empty if any connection is idle, since an idle one is closed first.
 */
function olderHalfOfLargest(connections: ReadonlyMap<Socket, Connection>, forwarded: (request: IncomingMessage) => string): Socket[] {
  const byClient = new Map<string, Socket[]>();
  for (const [socket, connection] of connections) {
    if (unanswered(connection) === 0) return [];
    const client = forwarded(elementAt(connection.answers, 0).req);
    const theirs = byClient.get(client);
    if (theirs === undefined) byClient.set(client, [socket]);
    else theirs.push(socket);
  }
  const [largest = []] = [...byClient.values()].toSorted((one, other) => other.length - one.length);
  return largest.slice(0, Math.floor(largest.length / 2));
}
