// The product's queue in a process of its own, by the calls that each queue here answers.
import { sql } from 'kysely';
import * as v from 'valibot';
import { defineJob } from '../../server/queue/job.ts';
import { insertJobs, enqueue, jobRow } from '../../server/queue/job-queue.ts';
import { createWorker } from '../../server/queue/worker.ts';
import { openStore } from '../../server/store/store.ts';
import { answerCalls, createTelling, machineTime } from './shared/answer-calls.js';

/** Rows of one insert: PostgreSQL takes 65,535 values. */
const AT_ONCE = 2000;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const store = await openStore({ dataDir: process.env.DATA_DIR ?? '.', databaseUrl: process.env.DATABASE_URL, repeats: true, log: silent });
await store.migrate();
const tell = createTelling();
const payload = v.object({ probe: v.optional(v.boolean()) });
const noop = defineJob({ name: 'noop', payload, run: async (given) => tell(given) });

answerCalls({
  prepare: async () => undefined,
  async enqueue({ count }: { count: number }) {
    for (let made = 0; made < count; made += AT_ONCE) {
      const rows = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => jobRow(noop, {}));
      await store.begin((tx) => insertJobs(tx, rows));
    }
  },
  work({ tuned }: { tuned: boolean }) {
    const worker = createWorker({ store, jobs: [noop], services: {}, log: silent, concurrency: tuned ? 500 : 4 });
    store.listen(() => worker.wake());
    worker.start();
  },
  async probe() {
    await store.begin((tx) => enqueue(tx, noop, { probe: true }));
    return machineTime();
  },
  async left() {
    const { rows } = await sql<{ left: number }>`select count(*) as left from jobs where status in ('ready', 'running')`.execute(store.db);
    return Number(rows[0]?.left);
  },
});
