import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, dropDatabase } from '../../server/store/database/lent-databases.testing.ts';
import { startCluster, type Cluster } from '../../server/store/database/postgres.testing.ts';
import { secondsOf, secondsOfFamily } from '../processor-seconds.ts';
import { quantile } from '../results.ts';
import { startQueueProcess, type QueueProcess } from './call-process.ts';
import { installPeer } from './install.ts';
import { note, watchMachine, type PeerColumn, type PeerOptions, type PeerTable } from './peer-tables.ts';

const JOBS = 20_000;
const PROBES = 100;
/** Milliseconds in which workers become idle, and between two probes. */
const IDLE = 1500;
const APART = 37;
const PATIENCE = 300_000;

type Queue = { name: string; folder?: string; choices: string };

const queues: readonly Queue[] = [
  { name: 'product', choices: 'concurrency 4; tuned: 500' },
  {
    name: 'graphile-worker',
    folder: 'graphile-worker',
    choices: 'concurrency 4; tuned, as its own benchmark is: 24, 500 fetched ahead, completed in batches; its jobs are deleted when done',
  },
  {
    name: 'pg-boss',
    folder: 'pg-boss',
    choices:
      '4 fetched at a time, full batches followed at once by the next; tuned: four workers, 1,000 at a time; NOTIFY on, maintenance off',
  },
];

type Way = { key: string; title: string; workers: number; tuned: boolean };
const ways: readonly Way[] = [
  { key: 'one', title: 'concurrency 4, one worker', workers: 1, tuned: false },
  { key: 'three', title: 'concurrency 4, three workers', workers: 3, tuned: false },
  { key: 'oneTuned', title: 'tuned, one worker', workers: 1, tuned: true },
  { key: 'threeTuned', title: 'tuned, three workers', workers: 3, tuned: true },
];

const columns: readonly PeerColumn[] = [
  ...ways.map(({ key, title }): PeerColumn => ({ key, title: `${title}, jobs/s`, better: 'more' })),
  { key: 'micros', title: 'µs of processor time a job, concurrency 4, one worker', better: 'less' },
  { key: 'database', title: "and of PostgreSQL's processes", better: 'less' },
  { key: 'p50', title: 'start after commit in another process, p50 ms', digits: 1, better: 'less' },
  { key: 'p95', title: 'p95 ms', digits: 1, better: 'less' },
];

/** No-ops drained on PostgreSQL, and how soon one begins that another process has committed. */
export async function measurePeerQueues({ rounds }: PeerOptions): Promise<PeerTable> {
  const machine = watchMachine();
  const places = new Map<Queue, string>();
  for (const queue of queues) if (queue.folder !== undefined) places.set(queue, await installPeer(queue.folder));
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error('no PostgreSQL was found');
  const entries = queues.map((queue) => ({ queue, samples: {} }));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { queue, samples } of entries) {
        console.error(`  round ${round + 1}: ${queue.name}`);
        for (const way of ways) note(samples, await onNewDatabase(cluster, places.get(queue), (given) => drain(given, way)));
        note(samples, await onNewDatabase(cluster, places.get(queue), probe));
      }
    }
  } finally {
    await cluster.stop();
  }
  return {
    title: `queue, ${JOBS.toLocaleString('en')} no-ops on PostgreSQL`,
    columns,
    rows: entries.map(({ queue: { name }, samples }) => ({ name, beside: 'product', samples })),
    notes: [
      ...queues.map(({ name, choices }) => `${name}: ${choices}`),
      `${rounds} rounds in turns, each on a new database, until the last job is settled there; ${PROBES} probes on idle workers, ${APART} ms apart`,
    ],
    machine: machine(),
  };
}

type Given = { cluster: Cluster; start: () => QueueProcess };

async function onNewDatabase<T>(cluster: Cluster, place: string | undefined, measure: (given: Given) => Promise<T>): Promise<T> {
  const url = await createDatabase(cluster.url);
  const processes: QueueProcess[] = [];
  const program = place === undefined ? join(import.meta.dirname, 'product-queue.ts') : join(place, 'queue.js');
  const start = () => {
    const made = startQueueProcess(program, place ?? import.meta.dirname, { DATABASE_URL: url });
    processes.push(made);
    return made;
  };
  try {
    return await measure({ cluster, start });
  } finally {
    for (const each of processes) await each.stop();
    await dropDatabase(cluster.url, url);
  }
}

async function drain({ cluster, start }: Given, { key, workers, tuned }: Way): Promise<Record<string, number>> {
  const sender = start();
  await sender.call('prepare');
  await sender.call('enqueue', { count: JOBS });
  const running = Array.from({ length: workers }, start);
  // Started and connected before the clock is.
  for (const worker of running) await worker.call('left');
  const used = () => ({
    workers: running.reduce((sum, worker) => sum + secondsOf(Number(worker.process.pid)), 0),
    database: secondsOfFamily(Number(cluster.process.pid)),
  });
  const before = used();
  const began = performance.now();
  await Promise.all(running.map((worker) => worker.call('work', { tuned })));
  const isRun = () => running.reduce((sum, worker) => sum + worker.ran(), 0) >= JOBS;
  while (!isRun() || Number(await sender.call('left')) > 0) {
    if (performance.now() - began > PATIENCE) throw new Error(`the queue was not empty after ${PATIENCE} ms`);
    await wait(5);
  }
  const rate = (JOBS / (performance.now() - began)) * 1000;
  const after = used();
  if (key !== 'one') return { [key]: rate };
  const each = (of: 'workers' | 'database') => ((after[of] - before[of]) / JOBS) * 1e6;
  return { [key]: rate, micros: each('workers'), database: each('database') };
}

async function probe({ start }: Given): Promise<Record<string, number>> {
  const [sender, worker] = [start(), start()];
  await sender.call('prepare');
  await worker.call('work', { tuned: false });
  await wait(IDLE);
  const taken: number[] = [];
  for (let sent = 0; sent < PROBES; sent += 1) {
    const began = worker.nextBegan();
    const committed = Number(await sender.call('probe'));
    // A job that began before the sender learnt of its commit counts as 0 ms.
    taken.push(Math.max(0, (await began) - committed));
    await wait(APART);
  }
  return { p50: quantile(taken, 0.5), p95: quantile(taken, 0.95) };
}
