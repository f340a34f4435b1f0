import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type Client } from '../e2e/crash/client.ts';
import { demoRequest, formPath } from '../e2e/crash/demo-form.ts';
import { makeServerData, type ServerData, type StoreKind } from '../e2e/crash/server-data.ts';
import { until } from '../e2e/crash/wait-until.ts';
import { commandLine, startServer, type RunningServer } from '../e2e/fixtures/server.ts';
import { asStarted } from '../scripts/run/server-flags.mjs';
import { startCluster, type Cluster } from '../server/store/database/postgres.testing.ts';
import { COMPRESS_AFTER } from '../server/http/compress-ahead.ts';
import { freePort } from '../server/testing/free-port.testing.ts';
import { startMailSink } from './mail-sink.ts';
import { secondsOf, secondsOfFamily } from './processor-seconds.ts';
import { atMost, told, type BenchSection, type Row, type SectionOptions } from './results.ts';

const A_SECOND = 100;
const SECONDS = 15;
/** Milliseconds within which every mail, delivery and index row must be there after the last form. */
const PATIENCE = 300_000;
/** Milliseconds for which the idle server is measured, whose use is then subtracted. */
const IDLE = 5000;
const CLIENTS = 50;
/** Leads sent to warm up, so that what is compiled once does not count for a lead: after 300 that was still a tenth. */
const WARM = 1500;
/** Leads for which statements are counted. */
const COUNTED = 300;

/** Processor time of a lead with its mail, its index and the delivery to a webhook. */
export const followedLeads: BenchSection = {
  about: `${A_SECOND} forms a second for ${SECONDS} s, until all that follows from them is done`,
  onlyNamed: true,
  run: async (options) => {
    const rows = options.store === 'postgres' ? [] : await measureOn('sqlite', options);
    const cluster = options.store === 'sqlite' ? undefined : await startCluster();
    if (cluster === undefined) return rows;
    try {
      return [...rows, ...(await measureOn('postgres', options, cluster))];
    } finally {
      await cluster.stop();
    }
  },
};

async function measureOn(kind: StoreKind, { seconds = String(SECONDS) }: SectionOptions, cluster?: Cluster): Promise<Row[]> {
  const { each } = await playLeads(kind, { leads: Number(seconds) * A_SECOND, cluster });
  // In a separate run, because counting statements costs time.
  const { counted } = await playLeads(kind, { leads: COUNTED, cluster, metrics: await freePort() });
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return [
    atMost(`${name}: processor time a lead with all that follows`, each.server * 1000, 1.5, { unit: 'ms', digits: 2 }),
    ...(cluster === undefined ? [] : [told(`${name}: of its own processes beside`, each.database * 1000, { unit: 'ms', digits: 2 })]),
    told(`${name}: seconds from the first form until all was done`, each.seconds, { digits: 1 }),
    told(`${name}: transactions a lead`, counted.transaction, { digits: 2 }),
    told(`${name}: statements a lead`, counted.query, { digits: 2 }),
  ];
}

type Followed = { leads: number; cluster: Cluster | undefined; metrics?: number };

/** Starts a server and sends it forms. @returns per lead: seconds of processor time and calls to the store; for all: `seconds` of wall time */
async function playLeads(kind: StoreKind, { leads, cluster, metrics }: Followed) {
  const data = await makeServerData(kind, cluster?.url);
  const [sink, receiver] = [await startMailSink(), await startReceiver()];
  const env = { ...data.settings, ...settings, MAIL_URL: sink.url, ...(metrics !== undefined && { METRICS_PORT: String(metrics) }) };
  const server = await startServer({ dataDir: data.dataDir, env });
  const look = async () => ({
    seconds: performance.now() / 1000,
    server: secondsOf(Number(server.process.pid)),
    database: cluster === undefined ? 0 : secondsOfFamily(Number(cluster.process.pid)),
    ...(await storeCalls(metrics)),
  });
  const done = async (all: number) => {
    await until('every mail and delivery', () => (sink.taken() >= all && receiver.taken() >= all) || undefined, PATIENCE);
    await until('every index row', () => isSettled(data, all), PATIENCE);
  };
  try {
    await commandLine(server, ['webhooks', 'add', receiver.url, '--events', 'all']);
    await send(server, WARM, 0);
    await done(WARM);
    // The server compresses its pages some time after its start.
    await wait(COMPRESS_AFTER);
    await until('the server to rest', () => isResting(Number(server.process.pid)), PATIENCE);
    const resting = await look();
    await wait(IDLE);
    const begun = await look();
    await send(server, leads, WARM);
    await done(WARM + leads);
    const ended = await look();
    const took = ended.seconds - begun.seconds;
    const idle = (of: keyof typeof begun) => ((begun[of] - resting[of]) / (begun.seconds - resting.seconds)) * took;
    const each = (of: keyof typeof begun) => (ended[of] - begun[of] - idle(of)) / leads;
    return {
      each: { server: each('server'), database: each('database'), seconds: took },
      counted: { transaction: each('transaction'), query: each('query') },
    };
  } finally {
    await server.stop();
    sink.close();
    receiver.close();
    await data.discard();
  }
}

const settings = {
  ...asStarted(process.env.BENCH_NODE_OPTIONS),
  WEBHOOKS_PRIVATE: 'allow',
  LOG_LEVEL: 'warn',
  SAMPLES: 'off',
};

/** Sends forms at a steady rate, from as many networks as there are clients, each for an address of its own. */
async function send(server: RunningServer, leads: number, from: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, n) => connect(server.url, { from: `127.${n + 1}.1.1` }));
  const began = performance.now();
  await Promise.all(clients.map((client, n) => sendEvery(client, { first: from + n, end: from + leads, began, from })));
  for (const client of clients) client.close();
}

type Turn = { first: number; end: number; began: number; from: number };

async function sendEvery(client: Client, { first, end, began, from }: Turn): Promise<void> {
  for (let n = first; n < end; n += CLIENTS) {
    await wait(Math.max(0, began + ((n - from) / A_SECOND) * 1000 - performance.now()));
    const { status, text } = await client.postForm(formPath, demoRequest(`visitor-${n}@company-${n}.example`), {
      'idempotency-key': crypto.randomUUID(),
    });
    if (status !== 201) throw new Error(`a form was answered ${status}: ${text}`);
  }
}

async function startReceiver(): Promise<{ url: string; taken: () => number; close: () => void }> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      taken += 1;
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, taken: () => taken, close: () => void (server.closeAllConnections(), server.close()) };
}

async function storeCalls(port: number | undefined): Promise<{ query: number; transaction: number }> {
  if (port === undefined) return { query: 0, transaction: 0 };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const of = (call: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('cognitive_store_seconds_count') && line.includes(`call="${call}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return { query: of('query'), transaction: of('transaction') };
}

async function isResting(pid: number): Promise<true | undefined> {
  const before = secondsOf(pid);
  await wait(1000);
  return secondsOf(pid) - before < 0.1 ? true : undefined;
}

async function isSettled(data: ServerData, leads: number): Promise<true | undefined> {
  return data.inside(async ({ db }) => {
    const { rows } = await sql<{
      left: number;
    }>`select (select count(*) from jobs where status in ('ready', 'running') and name like 'leads.%')
      + (select count(*) from deliveries where status = 'waiting') + (select count(*) from lead_events where pending = 1)
      + ${leads} - (select count(*) from lead_index) as left`.execute(db);
    return Number(rows[0]?.left) === 0 ? true : undefined;
  });
}
