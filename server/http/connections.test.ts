import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { observations } from '../kernel/observations.ts';
import { boundConnections, connectionLimits, requestsInFlight } from './connections.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
});

const few = { ...connectionLimits, connections: 6, perClient: 4 };
/** For tests of these time limits alone: on a busy machine anything else takes longer. */
const hasty = { limits: { ...few, stalled: 150, slowest: 400 } };
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{';
const answers: RequestListener = (_request, response) => void response.end('here');
const waits: RequestListener = () => undefined;

describe('an answer', () => {
  test('that its reader does not read is cut off', async () => {
    const server = await start((_request, response) => void response.end(Buffer.alloc(16 * 1024 * 1024)), hasty);
    const reader = await open(server, GET);
    reader.pause();
    await cut(server);
  });

  test('that its reader takes drop by drop is cut off too', async () => {
    let drops = 0;
    const server = await start((_request, response) => {
      const drip = setInterval(() => response.write('x', () => (drops += 1)), 50);
      response.once('close', () => clearInterval(drip));
    }, hasty);
    const reader = await open(server, GET);
    reader.resume();
    await cut(server);
    expect(drops).toBeGreaterThan(0);
  });

  test('that goes on reaching its reader is not', async () => {
    const dripping: RequestListener = (_request, response) => {
      let left = 6;
      const drip = setInterval(() => (left-- > 0 ? response.write('x') : (clearInterval(drip), response.end('end'))), 500);
    };
    // A drop may be late by four times its pause, and all of them take longer than a stalled reader may.
    const server = await start(dripping, { limits: { ...few, stalled: 2000, slowest: 60_000 } });
    const reader = await open(server, GET);
    let text = '';
    reader.on('data', (part) => (text += String(part)));
    await expect.poll(() => text).toContain('end');
  });
});

describe('a client that sends requests behind others', () => {
  test('has so many under way on all its connections, and one on each is always taken', async () => {
    const server = await start(waits, { limits: { ...few, unansweredByClient: 4 } });
    const [first, second, third] = [await open(server, GET.repeat(3)), await open(server, GET), await open(server, GET)];
    const other = await open(server, GET.repeat(3), '127.0.0.2');
    second.write(GET);
    await once(second, 'close');
    expect([first, third, other].map((socket) => socket.destroyed)).toEqual([false, false, false]);
  });

  test('is not read on once it is cut off, as each request of it would cost what one that is answered does', async () => {
    let parsed = 0;
    const count = () => void (parsed += 1);
    subscribe('http.server.request.start', count);
    onTestFinished(() => void unsubscribe('http.server.request.start', count));
    const server = await start(waits);
    await once(await open(server, GET.repeat(2000)), 'close');
    expect(parsed).toBe(few.unanswered + 1);
  });

  test('may send on for ever what is answered', async () => {
    const server = await start(answers, { limits: { ...few, unansweredByClient: 2 } });
    const socket = await open(server, '');
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    for (let n = 1; n <= 20; n += 1) {
      socket.write(GET.repeat(2));
      await expect.poll(() => text.match(/200 OK/g)?.length).toBe(2 * n);
    }
  });
});

test('a request counts as under way until it is answered, or its client is gone, however many it sent', async () => {
  const responses: ServerResponse[] = [];
  const server = await start((_request, response) => void responses.push(response));
  const inFlight = requestsInFlight(server);
  const [one, other] = [await open(server, GET), await open(server, GET.repeat(20))];
  await expect.poll(inFlight).toBe(21);
  responses[0]!.end('answered');
  await expect.poll(inFlight).toBe(20);
  other.destroy();
  await expect.poll(inFlight).toBe(0);
  expect(one.destroyed).toBe(false);
});

describe('where connections are as many as there may be', () => {
  test('a client that has its share loses the idle one that is its oldest, and no one else’s', async () => {
    const server = await start(answers);
    const other = await open(server, '', '127.0.0.2');
    const own = await openMany(server, 4, '');
    await open(server, '');
    await once(own[0]!, 'close');
    expect([other, ...own.slice(1)].map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
  });

  test('a client with nothing but requests under way gets no further one', async () => {
    const server = await start(waits);
    const own = await openMany(server, 4, POST);
    await once(await open(server, ''), 'close');
    expect(own.every((socket) => !socket.destroyed)).toBe(true);
  });

  test('a new client takes the place of one of those with most, though all their requests are under way', async () => {
    const server = await start(waits);
    const first = await openMany(server, 4, POST);
    await openMany(server, 2, POST, '127.0.0.2');
    const visitor = await open(server, POST, '127.0.0.3');
    await once(first[0]!, 'close');
    expect([...first.slice(1), visitor].map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
  });

  test('behind a proxy, where all are one client, idle ones go and nobody else', async () => {
    const server = await start(waits, { perClient: false });
    const idle = await open(server, '');
    const busy = await openMany(server, 5, POST);
    busy.push(await open(server, POST));
    await once(idle, 'close');
    await once(await open(server, ''), 'close');
    expect(busy.every((socket) => !socket.destroyed)).toBe(true);
  });

  test('behind a proxy, where all are busy, the client with most of what was forwarded makes room, and nobody else', async () => {
    const forwarded = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for']);
    const server = await start(waits, { perClient: false, forwarded });
    const by = (client: string) => POST.replace('Host: x', `Host: x\r\nX-Forwarded-For: ${client}`);
    const other = await open(server, by('other'));
    const theirs = await openMany(server, 5, by('flooder'));
    const newcomer = await open(server, by('newcomer'));
    await once(theirs[1]!, 'close');
    expect([other, newcomer, ...theirs].map((socket) => socket.destroyed)).toEqual([false, false, true, true, false, false, false]);
  });
});

test('whoever is cut off is counted, with the reason', async () => {
  const told: string[] = [];
  const end = observations.refusal.listen((reason) => told.push(reason));
  try {
    const server = await start(waits);
    await openMany(server, 4, POST);
    await once(await open(server, ''), 'close');
    expect(told).toEqual(['too many connections']);
    await once(await open(server, GET.repeat(few.unanswered + 1), '127.0.0.2'), 'close');
    expect(told).toEqual(['too many connections', 'too many unanswered']);
    const slow = await start((_request, response) => void response.end(Buffer.alloc(16 * 1024 * 1024)), hasty);
    (await open(slow, GET, '127.0.0.3')).pause();
    await expect.poll(() => told).toContain('slow reader');
  } finally {
    end();
  }
});

async function start(handle: RequestListener, bounds: Partial<Parameters<typeof boundConnections>[1]> = {}): Promise<Server> {
  const server = createServer(handle);
  boundConnections(server, { perClient: true, limits: few, ...bounds });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return server;
}

async function open(server: Server, text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const here = once(server, text === '' ? 'connection' : 'request').catch(() => undefined);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  await Promise.race([here, once(socket, 'close')]);
  return socket;
}

async function openMany(server: Server, count: number, text: string, localAddress?: string): Promise<Socket[]> {
  const all: Socket[] = [];
  for (let n = 0; n < count; n += 1) all.push(await open(server, text, localAddress));
  return all;
}

async function cut(server: Server): Promise<void> {
  const count = () => new Promise<number>((resolve) => void server.getConnections((_, open) => resolve(open)));
  await expect.poll(count).toBe(0);
}
