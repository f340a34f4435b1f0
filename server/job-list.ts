import type { JobServices } from './job-services.ts';
import type { AnyJob } from './jobs/job.ts';
import { freshLink } from './leads/fresh-link.job.ts';
import { meetingMail } from './leads/meeting.job.ts';
import { paperMail } from './leads/paper.job.ts';
import { staffNotice } from './leads/staff-notice.job.ts';
import { verificationMail } from './leads/verification.job.ts';
import { ceilingAlarm } from './mail/ceiling.job.ts';
import { messageNotice } from './messages/notice.job.ts';
import { applicantMail } from './recruiting/applicant.job.ts';
import { hrNotice, infectedNotice } from './recruiting/hr-notice.job.ts';
import { scanCv } from './recruiting/scan.job.ts';
import { sweepFiles } from './recruiting/remove-unused-uploads.job.ts';

/** Every job the worker knows. */
export const jobs: readonly AnyJob<JobServices>[] = [
  verificationMail,
  freshLink,
  meetingMail,
  paperMail,
  staffNotice,
  messageNotice,
  applicantMail,
  hrNotice,
  infectedNotice,
  scanCv,
  sweepFiles,
  ceilingAlarm,
];
