import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { namedPictures } from './named-pictures.ts';

const DAY = 24 * 3_600_000;

/** Removes pictures that neither a published version nor a draft of the site's texts has named for long. */
export const removeUnnamedPictures = defineJob({
  name: 'content.remove-pictures',
  payload: v.object({}),
  every: DAY,
  async run(_payload, context: JobContext<JobServices>) {
    await context.services.files.removePictures(context.now(), namedPictures);
  },
});
