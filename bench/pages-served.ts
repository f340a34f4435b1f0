import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { discard, startServer } from '../e2e/fixtures/server.ts';
import type { Canned } from './bare.ts';
import { atLeast, median, told, type Row, type BenchSection } from './results.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 64;
const PEERS = 'Fastify from memory 0.96, Hono 0.78, sirv 0.21, next start 0.02; nginx 1.36';

export const pagesServed: BenchSection = { about: 'pages served, against a bare Node server that sends the same bytes', run: measurePages };

async function measurePages(): Promise<Row[]> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  const ours = server.url.replace('localhost', '127.0.0.1');
  const bare = await startBare(await capture(ours));
  const targets = {
    ours: { url: ours, pid: Number(server.process.pid) },
    bare: { url: bare.url, pid: Number(bare.process.pid) },
  };
  try {
    const rates: Array<{ ours: Load; bare: Load }> = [];
    for (const target of Object.values(targets)) await load(target, 1);
    // Alternates the order, so that neither server always has the better half of a round.
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2 === 0) rates.push({ ours: await load(targets.ours, SECONDS), bare: await load(targets.bare, SECONDS) });
      else rates.push({ bare: await load(targets.bare, SECONDS), ours: await load(targets.ours, SECONDS) });
    }
    return [
      told('the home page, br', median(rates.map((rate) => rate.ours.rate)), { unit: 'requests/s' }),
      told('the same bytes from bare node:http', median(rates.map((rate) => rate.bare.rate)), { unit: 'requests/s' }),
      told('ratio', median(rates.map((rate) => rate.ours.rate / rate.bare.rate)), { digits: 2, peers: PEERS }),
      // Processor time, so that other programs on the machine do not count.
      atLeast('ratio of processor time, bare to ours', median(rates.map((rate) => rate.bare.cpu / rate.ours.cpu)), 0.95, { digits: 2 }),
      told('processor time of one page', median(rates.map((rate) => rate.ours.cpu)), { unit: 'µs' }),
    ];
  } finally {
    bare.process.disconnect();
    await discard(server);
  }
}

type Load = { rate: number; cpu: number };

async function load({ url, pid }: { url: string; pid: number }, seconds: number): Promise<Load> {
  const before = processorTime(pid);
  const pages = await ask(url, seconds);
  return { rate: pages / seconds, cpu: (processorTime(pid) - before) / pages };
}

const ENCODING = 'gzip, deflate, br';

/** Asks by wrk where it is installed: autocannon takes a processor itself, and is the limit. @returns pages received */
async function ask(url: string, seconds: number): Promise<number> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', `accept-encoding: ${ENCODING}`, url];
  const told = await promisify(execFile)('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (told !== undefined) {
    if (/Non-2xx|Socket errors/.test(told.stdout)) throw new Error(`${url}: ${told.stdout}`);
    return Number(/(\d+) requests in/.exec(told.stdout)?.[1]);
  }
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: { 'accept-encoding': ENCODING } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.total;
}

/** @returns microseconds of processor time that a process has used; NaN if the system does not report it */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function capture(url: string): Promise<Canned> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive']);
        const headers = response.rawHeaders.filter((_, index, all) => !own.has(String(all[index - (index % 2)]).toLowerCase()));
        resolve({ headers, body: Buffer.concat(parts).toString('base64') });
      });
    }).on('error', reject);
  });
}

async function startBare(canned: Canned): Promise<{ url: string; process: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { env: { PATH: process.env.PATH, NODE_ENV: 'production' } });
  child.send(canned);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/`, process: child };
}
