import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';

const day = 24 * 3_600_000;

/**
 * Removes uploads of this store that belong to nothing: a server was killed between storing the file and committing its application, or the application was
 * erased. Files without a row are never touched.
 */
export const removeUnusedUploads = defineJob({
  name: 'recruiting.remove-unused-uploads',
  formerNames: ['recruiting.sweep-files'],
  payload: v.object({}),
  every: day,
  async run(_payload, context: JobContext<JobServices>) {
    await context.services.files.removeLeftovers(context.now());
  },
});
