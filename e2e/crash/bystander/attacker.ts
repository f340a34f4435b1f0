// A single attacking client. `node e2e/crash/bystander/attacker.ts ORDER-AS-JSON` prints its report as JSON.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { AttackOrder, AttackReport } from './attack-by.ts';
import { attacks, type Attack } from './attacks.ts';
import { signInToData } from './data-reader.ts';

const BYTES_PER_SECOND = 10 * 1024 * 1024;

const order = JSON.parse(process.argv[2] ?? '{}') as AttackOrder;
const report: AttackReport = { sentMb: 0, answers: {}, open: 0 };
const attack = attacks[order.attack]!;
const reader = attack.signed === true ? await signInToData(order) : { token: '', lists: [], details: [] };
const ends = performance.now() + order.seconds * 1000;
const open = new Set<Socket>();
let requests = 0;
let due = 0;

await run();

async function run(): Promise<void> {
  const all = Array.from({ length: attack.connections }, (_, n) => attackOn(n));
  await Promise.race([Promise.all([...all, pause(order.seconds * 1000)]), pause(order.seconds * 1000 + 500)]);
  report.open = [...open].filter((socket) => !socket.destroyed).length;
  process.stdout.write(JSON.stringify(report));
  process.exit();
}

async function attackOn(at: number): Promise<void> {
  // Opens its connections evenly over half a second.
  await pause((at / attack.connections) * 500);
  let connection: Connection | undefined;
  while (performance.now() < ends) {
    if (connection === undefined || connection.socket.destroyed) connection = await openConnection(attack).catch(() => undefined);
    if (connection === undefined) await pause(50);
    else await sendOne(connection);
  }
}

async function sendOne({ socket, answered }: Connection): Promise<void> {
  const answer = answered();
  let sent = 0;
  if (attack.requestsPerSecond !== undefined) await paced(1 / attack.requestsPerSecond);
  for (const piece of attack.request((requests += 1), reader)) {
    if (attack.requestsPerSecond === undefined) await paced(piece.length / BYTES_PER_SECOND);
    if (socket.destroyed || performance.now() > ends) return;
    sent += piece.length;
    report.sentMb += piece.length / 1024 / 1024;
    if (!socket.write(piece)) await Promise.race([room(socket), pause(2000)]);
    if (attack.every !== undefined) await pause(attack.every);
  }
  if (attack.leaves === true) socket.destroy();
  else if (sent === 0) await pause(Math.max(0, ends - performance.now()));
  else await Promise.race([answer, pause(10_000)]);
}

/** Waits for its turn: all connections share one rate. @param seconds that this piece takes up at that rate */
async function paced(seconds: number): Promise<void> {
  const now = performance.now();
  due = Math.max(due, now - 50) + seconds * 1000;
  if (due - now > 1) await pause(due - now);
}

type Connection = { socket: Socket; answered: () => Promise<void> };

async function openConnection({ deaf }: Attack): Promise<Connection> {
  const to = { host: '127.0.0.1', port: order.port, localAddress: order.from };
  const socket = order.tls ? connectTls({ ...to, servername: 'www.example.com', rejectUnauthorized: false }) : connect(to);
  open.add(socket);
  const waiting: (() => void)[] = [];
  let text = '';
  let body = 0;
  socket.setNoDelay(true);
  const take = (data: Buffer): void => {
    text += data.toString('latin1');
    for (;;) {
      const skipped = Math.min(body, text.length);
      text = text.slice(skipped);
      body -= skipped;
      const end = text.indexOf('\r\n\r\n');
      if (body > 0 || end < 0) return;
      const [, status = '?'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      body = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      text = text.slice(end + 4);
      report.answers[status] = (report.answers[status] ?? 0) + 1;
      waiting.shift()?.();
    }
  };
  if (deaf !== true) socket.on('data', take);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      open.delete(socket);
      resolve();
    });
  });
  // After the server ends the connection, a new one does more harm.
  socket.on('end', () => socket.destroy()).on('error', () => undefined);
  await Promise.race([new Promise((resolve) => socket.once(order.tls ? 'secureConnect' : 'connect', resolve)), closed, pause(5000)]);
  return {
    socket,
    answered: () => (deaf === true ? Promise.resolve() : Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), closed])),
  };
}

function room(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve).once('close', resolve);
  });
}
