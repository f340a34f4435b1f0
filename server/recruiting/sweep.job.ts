import * as v from 'valibot';
import type { JobParts } from '../job-parts.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { unknownKeys } from './store.ts';

const day = 24 * 3_600_000;
/** Long enough for a database that was restored by mistake to be restored again. */
const GRACE = 7 * day;
const BATCH = 200;

/**
 * Removes files that belong to nothing: a server that was killed between keeping a file and committing its application left them, or
 * their application was erased.
 */
export const sweepFiles = defineJob({
  name: 'recruiting.sweep-files',
  payload: v.object({}),
  every: day,
  async run(_payload, context: JobContext<JobParts>) {
    const { store, files } = context.parts;
    let batch: string[] = [];
    const settle = async () => {
      for (const key of await unknownKeys(store.db, batch)) await files.remove(key);
      batch = [];
    };
    for await (const { key, at } of files.list()) {
      if (at > context.now() - GRACE) continue;
      batch.push(key);
      if (batch.length === BATCH) await settle();
    }
    await settle();
  },
});
