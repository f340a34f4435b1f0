import type { Server } from 'node:http';
import type { Gauge, GaugeConfiguration, Registry } from 'prom-client';
import type { Worker } from '../queue/worker.ts';
import type { Store, Tx } from '../store/store.ts';
import type { ReadinessCheck } from '../http/health.ts';
import { freeBytes } from '../store/data-dir/disk-room.ts';
import { lastBackup } from '../store/data-dir/last-backup.ts';
import { readGauges, createSharedReader } from './read-gauges.ts';
import type { Prometheus } from './site-metrics.ts';
import { present } from '../../contract/checked.ts';
import { listOutages } from '../queue/outages.ts';
import type { JobStatus } from '../store/tables/queue-tables.ts';

type State = {
  store: Pick<Store, 'db' | 'inPlace' | 'now'>;
  dataDir: string;
  readiness: readonly ReadinessCheck[];
  worker: Pick<Worker, 'check'>;
  server: Server;
  inFlight: () => number;
  jobNames: readonly string[];
  build: { version: string; node: string; store: string };
};

/** Adds metrics that are read at each scrape: build, connections, worker, and the jobs, which are the same on every server of a store. */
export function addStateMetrics({ Gauge }: Prometheus, registry: Registry, state: State): void {
  const { server, worker, inFlight, build } = state;
  const add = (configuration: GaugeConfiguration<string>) => new Gauge({ ...configuration, registers: [registry] });
  add({
    name: 'cognitive_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: Object.keys(build),
  }).set(build, 1);
  add({
    name: 'cognitive_http_requests_in_flight',
    help: 'Requests that are yet to be answered.',
    collect() {
      this.set(inFlight());
    },
  });
  add({
    name: 'cognitive_http_connections',
    help: 'Open connections of the site.',
    async collect() {
      this.set(await new Promise<number>((resolve) => void server.getConnections((_error, count) => resolve(count ?? 0))));
    },
  });
  add({
    name: 'cognitive_worker_up',
    help: 'Whether the worker claims jobs and looks after its leases (1) or not (0).',
    async collect() {
      this.set(await passes(() => worker.check()));
    },
  });
  add({
    name: 'cognitive_ready',
    help: 'Whether what the forms need is there (1) or not (0), by check.',
    labelNames: ['check'],
    async collect() {
      for (const { name, check } of state.readiness) this.set({ check: name }, await passes(check));
    },
  });
  addDiskMetrics(add, state.dataDir);
  addJobMetrics({ Gauge }, registry, state);
}

function addDiskMetrics(add: (configuration: GaugeConfiguration<string>) => Gauge, dataDir: string): void {
  add({
    name: 'cognitive_disk_free_bytes',
    help: 'Bytes that may still be written to the disk of DATA_DIR.',
    async collect() {
      this.set(await freeBytes(dataDir).catch(() => Number.NaN));
    },
  });
  add({
    name: 'cognitive_last_backup_timestamp_seconds',
    help: 'When the latest backup from this DATA_DIR began; NaN where none was made.',
    async collect() {
      const at = await lastBackup(dataDir).catch(() => undefined);
      this.set(at === undefined ? Number.NaN : at / 1000);
    },
  });
}

/** Adds metrics of jobs. They have no value when the store does not answer. */
function addJobMetrics({ Gauge }: Pick<Prometheus, 'Gauge'>, registry: Registry, { store, jobNames }: State): void {
  const read = createSharedReader(async () => {
    await store.inPlace();
    return countLiveJobs(store.db);
  });
  const age = (at: number | undefined): number => (at === undefined ? 0 : Math.max(0, (store.now() - at) / 1000));
  const gauge = readGauges({ Gauge }, registry, read);
  const none = (made: Gauge): void => {
    for (const job of jobNames) for (const state of jobStates) made.set({ name: job, state }, 0);
  };
  gauge('cognitive_jobs', 'Jobs that are not done, by name and state.', ['name', 'state'], (made, { byState }) => {
    none(made);
    for (const { job, state, count } of byState) made.set({ name: job, state }, count);
  });
  gauge('cognitive_jobs_oldest_seconds', 'Age of the oldest job of a name and a state.', ['name', 'state'], (made, { byState }) => {
    none(made);
    for (const { job, state, createdAt } of byState) made.set({ name: job, state }, age(createdAt));
  });
  gauge('cognitive_jobs_overdue_seconds', 'How long the job that is due longest has waited for its turn.', [], (made, { dueSince }) =>
    made.set(age(dueSince)),
  );
  gauge('cognitive_jobs_waiting', 'Jobs that wait for something outside to work again.', ['resource'], (made, { waiting }) => {
    for (const { resource, count } of waiting) made.set({ resource }, count);
  });
  gauge(
    'cognitive_outage_seconds',
    'How long something outside has not worked, as jobs that tried it found.',
    ['resource'],
    (made, { outages }) => {
      for (const { resource, since } of outages) made.set({ resource }, age(since));
    },
  );
  const up: Gauge = new Gauge({
    name: 'cognitive_store_up',
    help: 'Whether the store answered this scrape, from its place (1), or not (0).',
    registers: [registry],
    collect: async () => up.set((await read()) === undefined ? 0 : 1),
  });
}

async function passes(check: ReadinessCheck['check']): Promise<0 | 1> {
  try {
    await check();
    return 1;
  } catch {
    return 0;
  }
}

const jobStates = ['ready', 'running', 'dead', 'held'] as const satisfies readonly JobStatus[];

/** Times are milliseconds since the epoch. */
type LiveJobs = {
  byState: readonly { job: string; state: JobStatus; count: number; createdAt: number }[];
  /** When the job that has waited longest became due; undefined when none is due. */
  dueSince: number | undefined;
  waiting: readonly { resource: string; count: number }[];
  outages: readonly { resource: string; since: number }[];
};

/** Counts the jobs that are not done. A partial index makes this quick however many are done. */
async function countLiveJobs(db: Tx): Promise<LiveJobs> {
  const byState = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name as job', 'status as state', fn.countAll<number>().as('count'), fn.min('created_at').as('createdAt')])
    .where('status', 'in', jobStates)
    .groupBy(['name', 'status'])
    .execute();
  const due = await db.selectFrom('jobs').select('run_at').where('status', '=', 'ready').orderBy('run_at').limit(1).executeTakeFirst();
  const waiting = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['waiting_on', fn.countAll<number>().as('count')])
    .where('waiting_on', 'is not', null)
    .where('status', '=', 'ready')
    .groupBy('waiting_on')
    .execute();
  return {
    byState,
    dueSince: due?.run_at,
    outages: await listOutages(db),
    waiting: waiting.map(({ waiting_on: resource, count }) => ({ resource: present(resource), count })),
  };
}
