// Uploads under load: what the server's memory comes to, whether every file arrives whole, and whether what breaks off leaves anything.
// node bench/uploads.ts [--count 200] [--at-once 32] [--port 4790]; `npm run build` first.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../server/store/store.ts';

const MEGABYTE = 1024 * 1024;
const BUDGET = 250;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '32' },
    port: { type: 'string', default: '4790' },
  },
});
const count = Number(values.count);
const atOnce = Number(values['at-once']);

const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
const server = await start(values.port);
try {
  const idle = await memoryOf(server);
  const whole = await round('whole', () => false);
  const broken = await round('every third broken off', (n) => n % 3 === 0);
  console.log(`idle ${idle} MB`);
  for (const result of [whole, broken]) console.log(result.line);
  process.exitCode = whole.ok && broken.ok ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(dataDir, { recursive: true });
}

async function round(name: string, breaksOff: (n: number) => boolean): Promise<{ ok: boolean; line: string }> {
  const before = await stored();
  const expected: string[] = [];
  let peak = 0;
  const sampling = setInterval(() => void memoryOf(server).then((now) => (peak = Math.max(peak, now))), 50);
  const began = performance.now();
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < count; n = next++) {
      const cv = makePdf();
      if (breaksOff(n)) await breakOff(cv);
      else {
        await send(cv, n);
        expected.push(createHash('sha256').update(cv).digest('hex'));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(sampling);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = await stored();
  const hashes = after.rows.filter((hash) => !before.rows.includes(hash));
  const intact = hashes.toSorted().join() === expected.toSorted().join() && hashes.every((hash) => after.onDisk.includes(hash));
  const left = after.onDisk.length - after.rows.length + after.incoming;
  const ok = intact && left === 0 && peak < BUDGET;
  const rate = (expected.length / seconds).toFixed(1);
  return {
    ok,
    line: `${ok ? 'ok  ' : 'FAIL'} ${name}: ${expected.length} kept, ${intact ? 'all intact' : 'NOT intact'}, ${left} left over, peak ${peak} MB of ${BUDGET}, ${rate}/s`,
  };
}

/** What the database names, and what lies in the folder, by hash. */
async function stored(): Promise<{ rows: string[]; onDisk: string[]; incoming: number }> {
  const store = await openStore({ dataDir, log: { debug: ignore, info: ignore, warn: ignore, error: ignore } });
  const rows = await store.db.selectFrom('files').select('sha256').execute();
  await store.close();
  const folder = join(dataDir, 'files');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== 'incoming');
  const onDisk = [];
  for (const name of names)
    onDisk.push(
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    );
  return { rows: rows.map((row) => row.sha256), onDisk, incoming: (await readdir(join(folder, 'incoming')).catch(() => [])).length };
}

function ignore(): void {}

function makePdf(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(randomBytes(1.5 * MEGABYTE).toString('hex')).subarray(0, 3 * MEGABYTE - 9)]);
}

function fields(n: number): Record<string, string> {
  return {
    name: 'Ada',
    lastname: 'Lovelace',
    email: `ada${n}@example.com`,
    phone: '+390212345678',
    message: 'I compute Bernoulli numbers by machine.',
    subject: 'Generic',
  };
}

async function send(cv: Buffer, n: number): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields(n))) body.set(name, value);
  body.set('cv', new Blob([new Uint8Array(cv)], { type: 'application/pdf' }), 'cv.pdf');
  const answer = await fetch(`http://127.0.0.1:${values.port}/recruiting/applications`, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function breakOff(cv: Buffer): Promise<void> {
  const head = '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n';
  const socket = connect(Number(values.port), '127.0.0.1');
  socket.on('error', ignore);
  socket.write(
    `POST /recruiting/applications HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${cv.length + 500}\r\n\r\n${head}`,
  );
  await new Promise<void>((resolve) => void socket.write(cv.subarray(0, cv.length / 2), () => resolve()));
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.destroy();
  });
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function start(port: string): Promise<ChildProcess> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'dist/server/main.js'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error('the server does not start; run npm run build first');
}
