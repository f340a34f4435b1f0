import { alertJob } from '../alerts/alert.mail.tsx';
import { weeklySummary, type WeeklyServices } from '../alerts/weekly-summary.mail.tsx';
import { bookingAddress } from '../booking/booking-links.ts';
import { erasedBookingMail, floodBookingMail, gatheredBookingMail, staffBookingMail, visitorBookingMail } from '../booking/jobs.ts';
import { refreshCalendars, type FetchCalendar } from '../booking/feeds/refresh-calendars.job.ts';
import { removeUnnamedPictures } from '../content/pictures/remove-pictures.job.ts';
import { campaignMail } from '../content/campaign.mail.tsx';
import { meetingMail } from '../contact/meeting.mail.tsx';
import { paperMail } from '../contact/paper.mail.tsx';
import { staffNotice } from '../contact/staff-notice.mail.tsx';
import { createPost } from '../deliveries/post-request.ts';
import { noticeMailJob } from '../staff/notices/notices.mail.tsx';
import { morningJob, morningMailJob } from '../staff/notices/morning.mail.tsx';
import { actionNotice } from '../staff/notices/action-notice.mail.tsx';
import { onErased } from './on-erased.ts';
import { addressChanged, newAddressLink } from '../staff/sign-in/new-address.mail.tsx';
import { invitation, signInLink } from '../staff/sign-in/sign-in.mail.tsx';
import { leadTopics } from '../insights/papers/papers.ts';
import type { AnyJob } from '../queue/job.ts';
import { createAnswerJob } from '../work/answers/answer.mail.tsx';
import { freshLink, verificationMail } from '../leads/confirmation/verification.mail.tsx';
import type { LeadJob } from '../leads/lead-job.ts';
import { ceilingAlarm } from '../mail/ceiling.mail.tsx';
import { messageNotice } from '../messages/message-notice.mail.tsx';
import { newsletterMail } from '../privacy/newsletter.mail.tsx';
import { retentionJob, sealConsentsJob } from '../privacy/jobs.ts';
import { sendApplicationMail } from '../recruiting/application-mail.mail.tsx';
import { applicantMail } from '../recruiting/applicant.mail.tsx';
import { hrNotice, infectedNotice } from '../recruiting/hr-notice.mail.tsx';
import { removeUnusedUploads, scanCv } from '../recruiting/jobs.ts';
import type { ReadCalendar } from '../booking/feeds/read-calendar.ts';
import type { Scrub } from '../privacy/scrub-thread.ts';

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

export const jobs: readonly AnyJob<AllJobServices>[] = [
  ...leadJobs,
  freshLink,
  createAnswerJob(bookingAddress),
  removeUnusedUploads,
  removeUnnamedPictures,
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
  morningJob,
  morningMailJob,
  actionNotice,
  sendApplicationMail,
  visitorBookingMail,
  staffBookingMail,
  gatheredBookingMail,
  floodBookingMail,
  erasedBookingMail,
  refreshCalendars(fetchCalendars()),
];

/** Everything that the jobs of all slices need. */
export type AllJobServices = WeeklyServices & {
  scrub?: Scrub;
  /** Reads a calendar in a worker thread. Default: in the calling thread. */
  readCalendar?: ReadCalendar;
};
