import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerData, type ServerData } from '../e2e/crash/server-data.ts';
import { enqueue, insertJobs, jobRow } from '../server/queue/job-queue.ts';
import { startCluster } from '../server/store/database/postgres.testing.ts';
import type { Store } from '../server/store/store.ts';
import { noJob, timed } from './queue-worker.ts';
import { atLeast, atMost, median, quantile, told, type BenchSection, type Row } from './results.ts';

const JOBS = 20_000;
const ROUNDS = 3;
const STARTS = 100;

/** What graphile-worker 0.18 does on the same machine, at as many jobs at once, and half of what it does tuned. */
const PEER = { equal: 3421, tuned: 20_000 };
const TUNED = 64;

/** Jobs that do nothing, on PostgreSQL. */
export const queue: BenchSection = {
  about: `${JOBS} jobs that do nothing, on PostgreSQL, by one worker and by three; how soon one starts that another process enqueued`,
  onlyNamed: true,
  run: async () => {
    const cluster = await startCluster();
    if (cluster === undefined) return [{ what: 'the queue', value: 'skipped: no PostgreSQL was found' }];
    const data = await makeServerData('postgres', cluster.url);
    try {
      return await data.inside(async (store) => {
        await store.migrate();
        return [...(await drains(store, data)), ...(await starts(store, data))];
      });
    } finally {
      await data.discard();
      await cluster.stop();
    }
  },
};

async function drains(store: Store, data: ServerData): Promise<Row[]> {
  const rates = new Map<string, number[]>();
  const kinds = [
    { workers: 1, concurrency: 4 },
    { workers: 3, concurrency: 4 },
    { workers: 1, concurrency: TUNED },
    { workers: 3, concurrency: TUNED },
  ];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of kinds) {
      const name = JSON.stringify(kind);
      rates.set(name, [...(rates.get(name) ?? []), await drain(store, data, kind)]);
    }
  const of = (workers: number, concurrency: number) => median(rates.get(JSON.stringify({ workers, concurrency })) ?? []);
  const how = { unit: 'jobs/s', peers: 'graphile-worker' };
  return [
    atLeast('drained by one worker, 4 at once', of(1, 4), PEER.equal, how),
    // Told without a budget: the processors of the machine, which PostgreSQL uses as well, limit what three workers can do.
    told('three workers, 4 at once: times one', of(3, 4) / of(1, 4), { digits: 2 }),
    atLeast(`drained by one worker, ${TUNED} at once`, of(1, TUNED), PEER.tuned, how),
    atLeast(`drained by three workers, ${TUNED} at once`, of(3, TUNED), PEER.tuned, how),
  ];
}

async function drain(store: Store, data: ServerData, { workers, concurrency }: { workers: number; concurrency: number }): Promise<number> {
  await store.db.deleteFrom('jobs').execute();
  for (let done = 0; done < JOBS; done += 500)
    await insertJobs(
      store.db,
      Array.from({ length: 500 }, () => jobRow(noJob, {})),
    );
  const all = await Promise.all(Array.from({ length: workers }, () => startWorker(data, concurrency)));
  const began = performance.now();
  for (const worker of all) worker.send('go');
  while ((await left(store)) > 0) await wait(20);
  const took = performance.now() - began;
  await stopWorkers(all);
  return (JOBS / took) * 1000;
}

/** Enqueues single jobs, each once the one before has begun. */
async function starts(store: Store, data: ServerData): Promise<Row[]> {
  const worker = await startWorker(data, 4);
  worker.send('go');
  const took: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    await wait(50 + Math.random() * 200);
    const message = once(worker, 'message');
    await store.begin((tx) => enqueue(tx, timed, { n }));
    const committed = performance.timeOrigin + performance.now();
    const [{ at }] = (await message) as [{ n: number; at: number }];
    took.push(at - committed);
  }
  await stopWorkers([worker]);
  return [
    atMost('start of a job after its commit in another process, p50', quantile(took, 0.5), 10, { unit: 'ms', digits: 1 }),
    atMost('the same, p95', quantile(took, 0.95), 10, { unit: 'ms', digits: 1 }),
  ];
}

async function left(store: Store): Promise<number> {
  const { n } = await store.db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', 'in', ['ready', 'running'])
    .executeTakeFirstOrThrow();
  return n;
}

async function startWorker({ settings }: ServerData, concurrency: number): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'queue-worker.ts'), [settings.DATABASE_URL ?? '', String(concurrency)]);
  await once(worker, 'message');
  return worker;
}

async function stopWorkers(workers: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    workers.map(async (worker) => {
      const ended = once(worker, 'exit');
      worker.disconnect();
      await ended;
    }),
  );
}
