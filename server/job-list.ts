import type { JobParts } from './job-parts.ts';
import type { Job } from './jobs/job.ts';
import { freshLink } from './leads/fresh-link.job.ts';
import { meetingMail } from './leads/meeting.job.ts';
import { staffNotice } from './leads/staff-notice.job.ts';
import { verificationMail } from './leads/verification.job.ts';

/** Every job the worker knows. */
export const jobs: readonly Job<any, any, JobParts>[] = [verificationMail, freshLink, meetingMail, staffNotice];
