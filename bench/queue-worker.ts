// A server's queue and nothing else: node bench/queue-worker.ts postgres://… CONCURRENCY. It begins when its parent says so.
import * as v from 'valibot';
import { defineJob } from '../server/queue/job.ts';
import { createWorker } from '../server/queue/worker.ts';
import { openStore } from '../server/store/store.ts';

export const noJob = defineJob({ name: 'bench.nothing', payload: v.object({}), run: async () => undefined });
/** Tells when it began, milliseconds since the epoch. */
export const timed = defineJob({
  name: 'bench.timed',
  payload: v.object({ n: v.number() }),
  run: async ({ n }) => void process.send?.({ n, at: performance.timeOrigin + performance.now() }),
});

if (import.meta.main) {
  const [databaseUrl = '', concurrency = '4'] = process.argv.slice(2);
  const log = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };
  const store = await openStore({ dataDir: '.', databaseUrl, log });
  await store.migrate();
  const worker = createWorker({ store, jobs: [noJob, timed], services: {}, log, concurrency: Number(concurrency) });
  const stopListening = store.listen(() => worker.wake());
  process.once('message', () => worker.start());
  process.once('disconnect', () => {
    void Promise.all([worker.stop(), stopListening()]).then(() => store.close());
  });
  process.send?.('ready');
}
