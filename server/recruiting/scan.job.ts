import * as v from 'valibot';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { enqueue } from '../jobs/job-queue.ts';
import { scan, scannerResource } from './clamd.ts';
import { infectedNotice } from './hr-notice.job.ts';
import { findApplication, recordScan } from './application-repository.ts';

/** Has the CV of an application scanned. It is held back until the scanner has called it clean. */
export const scanCv = defineJob({
  name: 'recruiting.scan',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobServices>) {
    const { store, files, settings } = context.services;
    const cv = (await findApplication(store.db, leadId))?.cv;
    if (cv?.scan !== 'pending') return undefined;
    if (settings.CLAMD_URL === undefined) return { hold: 'CLAMD_URL is not set any more' };
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
