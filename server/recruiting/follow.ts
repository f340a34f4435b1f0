import { jobRow } from '../jobs/job-queue.ts';
import type { JobRow } from '../store/schema.ts';
import { applicantMail } from './applicant.job.ts';
import { hrNotice } from './hr-notice.job.ts';
import { scanCv } from './scan.job.ts';

/** What follows from an application: its confirmation, the notice to HR and, where there is a scanner, the scan of its CV. */
export function followApplication({ leadId, scanning, now }: { leadId: string; scanning: boolean; now: number }): JobRow[] {
  const payload = { leadId };
  const jobs = [jobRow(applicantMail, payload, { now }), jobRow(hrNotice, payload, { now })];
  return scanning ? [...jobs, jobRow(scanCv, payload, { now })] : jobs;
}
