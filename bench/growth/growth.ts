import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerData, type ServerData, type StoreKind } from '../../e2e/crash/server-data.ts';
import { commandLine, launchServer, type RunningServer } from '../../e2e/fixtures/server.ts';
import { asStarted } from '../../scripts/run/server-flags.mjs';
import { startCluster, type Cluster } from '../../server/store/database/postgres.testing.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { proportionalMegabytes } from '../peers/running-stack.ts';
import { secondsOf, secondsOfFamily } from '../processor-seconds.ts';
import { readJsx } from '../read-jsx.ts';
import type { Amounts } from './fill-store.ts';
import { measureCalls, staffHeaders, type Taken } from './measure-calls.ts';

/** The measurements of one store. `taken`: by the name of a call, in milliseconds; `memory`: in MB (PSS), by the moment of measuring. */
export type Size = { store: StoreKind; amounts: Amounts; taken: Record<string, Taken>; memory: Record<string, number> };

/** Milliseconds for which an idle server is watched, and in which it has to settle after its start. */
const [WATCHED, UNSETTLED] = [5000, 120_000];
/** The share of a processor below which a server has settled. */
const QUIET = 0.05;
/** How many pages of the desk are open, and how many of them share a session. */
const [DESKS, OF_ONE] = [100, 10];

type Measuring = {
  store: StoreKind;
  amounts: Amounts;
  /** A folder in which a filled embedded store stays, for the next time. */
  stores: string | undefined;
  /** Called with the progress in words. */
  tell: (text: string) => void;
};

/** Fills a store and measures there what visitors and staff wait for. */
export async function measureSize({ store, amounts, stores, tell }: Measuring): Promise<Size> {
  const cluster = store === 'postgres' ? await startCluster() : undefined;
  if (store === 'postgres' && cluster === undefined) throw new Error('no PostgreSQL was found');
  const kept = stores === undefined ? undefined : join(stores, `${amounts.leads}-${amounts.portfolios}`);
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'bench-growth-')));
  const data = await makeServerData(store, cluster?.url, folder);
  try {
    return { store, amounts, ...(await measureOn({ data, cluster, amounts, tell })) };
  } finally {
    await data.discard();
    await cluster?.stop();
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

type Measured = { data: ServerData; cluster: Cluster | undefined; amounts: Amounts; tell: (text: string) => void };

async function measureOn({ data, cluster, amounts, tell }: Measured): Promise<Pick<Size, 'taken' | 'memory'>> {
  readJsx();
  const [{ fillStore, signInStaff }, { measureStore }] = [await import('./fill-store.ts'), await import('./measure-store.ts')];
  const filled = await data.inside(async (store) => {
    await store.migrate();
    return fillStore(store, amounts, tell);
  });
  const databaseSeconds = () => (cluster === undefined ? 0 : secondsOfFamily(Number(cluster.process.pid)));
  const taken = new Map<string, Taken>();
  const memory: Record<string, number> = {};
  const desk = await freePort();
  const { server, times } = await startOn(data, desk, databaseSeconds);
  for (const [name, one] of times) taken.set(name, one);
  const pid = Number(server.process.pid);
  const seconds = () => secondsOf(pid) + databaseSeconds();
  try {
    tell('started and settled');
    memory['idle'] = proportionalMegabytes(pid);
    const places = {
      url: server.url,
      desk: `http://localhost:${desk}`,
      filled,
      signIn: () => data.inside((store) => signInStaff(store, filled.accounts)),
    };
    for (const [name, one] of await measureCalls(places, seconds)) taken.set(name, one);
    memory['after all calls'] = proportionalMegabytes(pid);
    tell('calls measured');
    taken.set('beside: a second of an idle server', await watch(seconds));
    const close = await openDesks(places.desk, await places.signIn());
    taken.set(`beside: a second of ${DESKS} open desks`, await watch(seconds));
    memory[`with ${DESKS} open desks`] = proportionalMegabytes(pid);
    close();
    taken.set('beside: a backup', await backup(server, databaseSeconds));
  } finally {
    await server.stop();
  }
  for (const [name, one] of await data.inside((store) => measureStore(store, data.dataDir, databaseSeconds))) taken.set(name, one);
  return { taken: Object.fromEntries(taken), memory };
}

/** Starts a server, and waits until it has settled: its background work after the start is done. */
async function startOn(
  data: ServerData,
  desk: number,
  database: () => number,
): Promise<{ server: RunningServer; times: [string, Taken][] }> {
  const env = {
    ...data.settings,
    ...asStarted(process.env.BENCH_NODE_OPTIONS),
    DESK_PORT: String(desk),
    SAMPLES: 'off',
    LOG_LEVEL: 'warn',
  };
  const [began, before] = [performance.now(), database()];
  // Nothing listens there: the mail server is down.
  const server = await launchServer({ dataDir: data.dataDir, env: { ...env, MAIL_URL: `smtp://127.0.0.1:${await freePort()}` } });
  const seconds = () => secondsOf(Number(server.process.pid)) + database();
  const took = (since = before): Taken => once(performance.now() - began, (seconds() - since) * 1000);
  await answers(server.url);
  const page = took();
  await answers(`${server.url}/readyz/forms`);
  const forms = took();
  for (let quiet = false; !quiet && performance.now() - began < UNSETTLED;) {
    const [at, used] = [performance.now(), seconds()];
    await wait(1000);
    quiet = seconds() - used < (QUIET * (performance.now() - at)) / 1000;
  }
  return {
    server,
    times: [
      ['visitors: start to the first page', page],
      ['visitors: start to forms', forms],
      ['beside: start until it has settled', took()],
    ],
  };
}

function once(wall: number, cpu: number): Taken {
  return { calls: 1, median: wall, p95: wall, cpu };
}

async function answers(url: string): Promise<void> {
  while (
    (await fetch(url).then(
      (response) => response.status,
      () => 0,
    )) !== 200
  )
    await wait(5);
}

/** Processor time that a server uses in a second. */
async function watch(seconds: () => number): Promise<Taken> {
  const [at, used] = [performance.now(), seconds()];
  await wait(WATCHED);
  const passed = (performance.now() - at) / 1000;
  return once(1000, ((seconds() - used) * 1000) / passed);
}

/** Opens the streams of changes that open pages of the desk hold. @returns closes them */
async function openDesks(desk: string, sessions: readonly string[]): Promise<() => void> {
  const { port } = new URL(desk);
  const streams = Array.from({ length: DESKS }, (_, n) =>
    request({ host: '127.0.0.1', port, path: '/api/leads/changes', headers: staffHeaders(desk, sessions[Math.floor(n / OF_ONE)] ?? '') }),
  );
  await Promise.all(
    streams.map(
      (stream) =>
        new Promise<void>((resolve, reject) => {
          stream.on('response', (response) => {
            response.on('error', () => undefined).resume();
            if (response.statusCode === 200) resolve();
            else reject(new Error(`a desk was answered ${response.statusCode}`));
          });
          stream.on('error', reject);
          stream.end();
        }),
    ),
  );
  return () => {
    for (const stream of streams) stream.destroy();
  };
}

async function backup(server: RunningServer, database: () => number): Promise<Taken> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-backup-'));
  // Commands are children of this process, and counted once they have ended.
  const seconds = () => secondsOfFamily(process.pid) + database();
  const [began, before] = [performance.now(), seconds()];
  try {
    await commandLine(server, ['backup', folder]);
    return once(performance.now() - began, (seconds() - before) * 1000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
