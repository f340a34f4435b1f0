import { alertJob } from '../alerts/alert.job.ts';
import { weeklySummary } from '../alerts/weekly-summary.job.ts';
import { bookingAddress } from '../booking/booking-links.ts';
import { erasedBookingMail, floodBookingMail, gatheredBookingMail, staffBookingMail, visitorBookingMail } from '../booking/jobs.ts';
import { refreshCalendars, type FetchCalendar } from '../booking/feeds/refresh-calendars.job.ts';
import { meetingMail } from '../contact/meeting.mail.tsx';
import { paperMail } from '../contact/paper.mail.tsx';
import { staffNotice } from '../contact/staff-notice.mail.tsx';
import { createPost } from '../deliveries/post-request.ts';
import { noticeMailJob } from '../staff/notices/notice-mail.job.ts';
import { toldAction } from '../staff/notices/told-action.job.ts';
import { onErased } from './on-erased.ts';
import { addressChanged } from '../staff/sign-in/address-changed.job.ts';
import { invitation } from '../staff/sign-in/invitation.job.ts';
import { newAddressLink } from '../staff/sign-in/new-address.job.ts';
import { signInLink } from '../staff/sign-in/sign-in-link.job.ts';
import { leadSubjects } from '../insights/subjects.ts';
import type { AllJobServices } from './all-job-services.ts';
import type { AnyJob } from '../queue/job.ts';
import { createAnswerJob } from '../work/answers/answer.job.ts';
import { freshLink } from '../leads/confirmation/fresh-link.job.ts';
import { verificationMail } from '../leads/confirmation/verification.mail.tsx';
import type { LeadJob } from '../leads/lead-job.ts';
import { ceilingAlarm } from '../mail/ceiling.mail.tsx';
import { messageNotice } from '../messages/message-notice.mail.tsx';
import { newsletterMail } from '../privacy/newsletter.mail.tsx';
import { retentionJob } from '../privacy/retention.job.ts';
import { sealConsentsJob } from '../privacy/seal-consents.job.ts';
import { sendApplicationMail } from '../recruiting/application-mail.mail.tsx';
import { applicantMail } from '../recruiting/applicant.mail.tsx';
import { hrNotice, infectedNotice } from '../recruiting/hr-notice.mail.tsx';
import { removeUnusedUploads } from '../recruiting/remove-unused-uploads.job.ts';
import { scanCv } from '../recruiting/scan.job.ts';

/** Fetches calendars from public addresses only, unless WEBHOOKS_PRIVATE allows private ones. */
function fetchCalendars(): FetchCalendar {
  const ways = { allow: createPost({ privately: true }), refuse: createPost({ privately: false }) };
  return (address, { most, signal, settings }) =>
    ways[settings.WEBHOOKS_PRIVATE](address, { method: 'GET', headers: { accept: 'text/calendar' }, body: '', most, signal });
}

/** Jobs that concern one lead, mostly mails. Follow-up jobs of a lead are enqueued from this list. */
export const leadJobs: readonly LeadJob[] = [
  verificationMail,
  meetingMail(bookingAddress),
  paperMail(leadSubjects),
  staffNotice,
  messageNotice,
  applicantMail,
  hrNotice,
  infectedNotice,
  scanCv,
  newsletterMail,
];

export const jobs: readonly AnyJob<AllJobServices>[] = [
  ...leadJobs,
  freshLink,
  createAnswerJob(bookingAddress),
  removeUnusedUploads,
  ceilingAlarm,
  retentionJob(onErased),
  sealConsentsJob,
  alertJob,
  weeklySummary,
  signInLink,
  addressChanged,
  invitation,
  newAddressLink,
  noticeMailJob,
  toldAction,
  sendApplicationMail,
  visitorBookingMail,
  staffBookingMail,
  gatheredBookingMail,
  floodBookingMail,
  erasedBookingMail,
  refreshCalendars(fetchCalendars()),
];
