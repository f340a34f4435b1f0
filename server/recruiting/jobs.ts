import { enqueue } from '../queue/job-queue.ts';
import { defineLeadJob } from '../leads/lead-job.ts';
import { scan, scannerResource } from './clamd.ts';
import { infectedNotice } from './hr-notice.mail.tsx';
import { findApplication, recordScan } from './application-repository.ts';
import * as v from 'valibot';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';

/** Scans a CV. It is held back until the scanner has called it clean. */
export const scanCv = defineLeadJob({
  name: 'recruiting.scan',
  when: { after: 'received', kinds: ['application'], if: ({ CLAMD_URL }) => CLAMD_URL !== undefined },
  gaveUp: 'scan given up',
  async run(leadId, context) {
    const { store, files, settings } = context.services;
    const cv = (await findApplication(store.db, leadId))?.cv;
    if (cv?.scan !== 'pending') return undefined;
    if (settings.CLAMD_URL === undefined) return { held: 'CLAMD_URL is not set any more' };
    await context.reach(scannerResource);
    const verdict = await scan(settings.CLAMD_URL, await files.open(cv.key), context.signal);
    const now = context.now();
    await store.begin(async (tx) => {
      await recordScan(tx, cv, verdict.clean ? { scan: 'clean', detail: null } : { scan: 'infected', detail: verdict.found }, now);
      if (!verdict.clean) await enqueue(tx, infectedNotice, { leadId }, { now, uniqueKey: `infected:${leadId}` });
    });
    context.recovered(scannerResource);
    return undefined;
  },
});

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
