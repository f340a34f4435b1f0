import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { makeServerData, type ServerData, type StoreKind } from '../e2e/crash/server-data.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { startCluster } from '../server/store/database/postgres.testing.ts';
import { secondsOf } from './processor-seconds.ts';
import { submission } from './lead-rows.ts';
import { atLeast, atMost, median, told, type Row, type BenchSection } from './results.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 64;

export const leads: BenchSection = {
  about: `leads accepted at ${CONNECTIONS} connections, against the store's own limit`,
  run: measureLeads,
};

async function measureLeads(): Promise<Row[]> {
  const rows = await measureOn('sqlite');
  const cluster = await startCluster();
  if (cluster === undefined) return [...rows, { what: 'on PostgreSQL', value: 'skipped: no PostgreSQL was found' }];
  try {
    return [...rows, ...(await measureOn('postgres', cluster.url))];
  } finally {
    await cluster.stop();
  }
}

type Round = { accepted: number; processor: number; p50: number; p99: number; batched: number; single: number };

async function measureOn(kind: StoreKind, cluster?: string): Promise<Row[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const batched = await onServerData(kind, cluster, (data) => limit(data, 64));
    const server = await onServerData(kind, cluster, accepted);
    const single = await onServerData(kind, cluster, (data) => limit(data, 1));
    rounds.push({ ...server, batched, single });
  }
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return [
    told(
      `${name}: accepted`,
      of((round) => round.accepted),
      { unit: 'leads/s' },
    ),
    told(
      `${name}: processor time of the server for a lead, mails and index included`,
      of((round) => round.processor),
      { unit: 'µs' },
    ),
    told(
      `${name}: its own limit, 64 in one transaction`,
      of((round) => round.batched),
      { unit: 'leads/s' },
    ),
    told(
      `${name}: its own limit, one by one`,
      of((round) => round.single),
      { unit: 'leads/s' },
    ),
    atLeast(
      `${name}: ratio to the limit, 64 in one`,
      of((round) => round.accepted / round.batched),
      0.7,
      { digits: 2 },
    ),
    told(
      `${name}: p50`,
      of((round) => round.p50),
      { unit: 'ms' },
    ),
    atMost(
      `${name}: p99`,
      of((round) => round.p99),
      50,
      { unit: 'ms' },
    ),
  ];
}

async function onServerData<T>(kind: StoreKind, cluster: string | undefined, measure: (data: ServerData) => Promise<T>): Promise<T> {
  const data = await makeServerData(kind, cluster);
  try {
    return await measure(data);
  } finally {
    await data.discard();
  }
}

async function limit({ kind, dataDir, settings }: ServerData, batch: number): Promise<number> {
  const where = settings.DATABASE_URL ?? dataDir;
  const args = [join(import.meta.dirname, 'store-limit.ts'), kind, where, String(batch), '2'];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

async function accepted(data: ServerData): Promise<Pick<Round, 'accepted' | 'processor' | 'p50' | 'p99'>> {
  const server = await startServer({ dataDir: data.dataDir, env: { ...data.settings, LOG_LEVEL: 'warn' } });
  try {
    await send(server.url, 1);
    const before = secondsOf(Number(server.process.pid));
    const { requests, duration, latency } = await send(server.url, SECONDS);
    const processor = ((secondsOf(Number(server.process.pid)) - before) / requests.total) * 1e6;
    return { accepted: requests.total / duration, processor, p50: latency.p50, p99: latency.p99 };
  } finally {
    await server.kill();
  }
}

async function send(url: string, seconds: number) {
  const headers = { 'content-type': 'application/json' };
  const result = await autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/cognitivepro/forms/home_bad',
        setupRequest: (request) => {
          const id = crypto.randomUUID();
          return { ...request, headers: { ...headers, 'idempotency-key': id }, body: JSON.stringify(submission(id)) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} forms were refused, ${result.errors} sends failed`);
  return result;
}
