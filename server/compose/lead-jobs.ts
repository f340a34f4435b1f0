import { bookingAddress, hasMeeting } from '../booking/booking-links.ts';
import { campaignMail } from '../content/campaign.mail.tsx';
import { meetingMail } from '../contact/meeting.mail.tsx';
import { paperMail } from '../contact/paper.mail.tsx';
import { staffNotice } from '../contact/staff-notice.mail.tsx';
import { leadTopics } from '../insights/papers/papers.ts';
import { verificationMail } from '../leads/confirmation/verification.mail.tsx';
import type { LeadJob } from '../leads/lead-job.ts';
import { messageNotice } from '../messages/message-notice.mail.tsx';
import { newsletterMail } from '../privacy/newsletter.mail.tsx';
import { applicantMail } from '../recruiting/applicant.mail.tsx';
import { hrNotice, infectedNotice } from '../recruiting/hr-notice.mail.tsx';
import { scanCv } from '../recruiting/jobs.ts';

/** Jobs that concern one lead, mostly mails. Follow-up jobs of a lead are enqueued from this list. */
export const leadJobs: readonly LeadJob[] = [
  verificationMail,
  meetingMail(bookingAddress, hasMeeting),
  paperMail(leadTopics),
  campaignMail,
  staffNotice,
  messageNotice,
  applicantMail,
  hrNotice,
  infectedNotice,
  scanCv,
  newsletterMail,
];
