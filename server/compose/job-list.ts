import { alertJob } from '../alerts/alert.mail.tsx';
import { weeklySummary, type WeeklyServices } from '../alerts/weekly-summary.mail.tsx';
import { bookingAddress } from '../booking/booking-links.ts';
import { erasedBookingMail, floodBookingMail, gatheredBookingMail, staffBookingMail, visitorBookingMail } from '../booking/jobs.ts';
import { reminderJob, remindersJob } from '../booking/reminders.ts';
import { refreshCalendars, type FetchCalendar } from '../booking/feeds/refresh-calendars.job.ts';
import { removeUnnamedPictures } from '../content/pictures/remove-pictures.job.ts';
import { createPost } from '../deliveries/post-request.ts';
import { noticeMailJob } from '../staff/notices/notices.mail.tsx';
import { morningJob, morningMailJob } from '../staff/notices/morning.mail.tsx';
import { actionNotice } from '../staff/notices/action-notice.mail.tsx';
import { onErased } from './on-erased.ts';
import { addressChanged, newAddressLink } from '../staff/sign-in/new-address.mail.tsx';
import { invitation, signInLink } from '../staff/sign-in/sign-in.mail.tsx';
import { findAccount } from '../staff/accounts.ts';
import { createTryMail } from '../content/try-mail.job.ts';
import { leadJobs } from './lead-jobs.ts';
import { mailFields } from './own-fields.ts';
import { visitorMails } from './visitor-mails.ts';
import type { AnyJob } from '../queue/job.ts';
import { createAnswerJob } from '../work/answers/answer.mail.tsx';
import { freshLink } from '../leads/confirmation/verification.mail.tsx';
import { ceilingAlarm } from '../mail/ceiling.mail.tsx';
import { retentionJob, sealConsentsJob } from '../privacy/jobs.ts';
import { sendApplicationMail } from '../recruiting/application-mail.mail.tsx';
import { readCvs, type CvServices } from '../recruiting/cvs/read-cvs.job.ts';
import { removeUnusedUploads } from '../recruiting/jobs.ts';
import type { ReadCalendar } from '../booking/feeds/read-calendar.ts';
import type { Scrub } from '../privacy/scrub-thread.ts';

/** Fetches calendars from public addresses only, unless WEBHOOKS_PRIVATE allows private ones. */
function fetchCalendars(): FetchCalendar {
  const ways = { allow: createPost({ privately: true }), refuse: createPost({ privately: false }) };
  return (address, { most, signal, settings }) =>
    ways[settings.WEBHOOKS_PRIVATE](address, { method: 'GET', headers: { accept: 'text/calendar' }, body: '', most, signal });
}

export const jobs: readonly AnyJob<AllJobServices>[] = [
  ...leadJobs,
  freshLink,
  createAnswerJob(bookingAddress),
  removeUnusedUploads,
  readCvs,
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
  remindersJob,
  reminderJob,
  refreshCalendars(fetchCalendars()),
  createTryMail({
    mails: visitorMails(leadJobs),
    fields: new Map(mailFields().map((field) => [field.path, field])),
    addressOf: async (db, id) => {
      const account = await findAccount(db, id);
      return account?.state === 'active' ? account.address : undefined;
    },
  }),
];

/** Everything that the jobs of all slices need. */
export type AllJobServices = WeeklyServices &
  CvServices & {
    scrub?: Scrub;
    /** Reads a calendar in a worker thread. Default: in the calling thread. */
    readCalendar?: ReadCalendar;
  };
