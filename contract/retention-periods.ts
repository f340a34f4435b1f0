import { CONSENT_DAYS } from './cookie-consent.ts';

/** How long personal data is kept, one row per kind. Read by the settings of these names, the scheduled deletion, docs/privacy.md and the privacy policy. */
export const retention = {
  KEEP_UNVERIFIED_DAYS: row(90, 7, 'Requests that were never confirmed', 'they came, or our work on them ended'),
  KEEP_VERIFIED_DAYS: row(
    1095,
    7,
    'Confirmed requests, with their history and your consents',
    'you confirmed them, or our work on them ended',
  ),
  KEEP_WORKED_REQUESTS_DAYS: always(1095, 60, 'Requests that we are working on', 'the last entry of their history'),
  KEEP_COOKIE_CONSENTS_DAYS: row(1095, CONSENT_DAYS, 'Which optional cookies you agreed to on this site, under a random id', 'you chose'),
  KEEP_MESSAGES_DAYS: row(1095, 7, 'Messages of the contact page', 'they came'),
  KEEP_APPLICATIONS_DAYS: row(180, 7, 'Applications and CVs', 'our decision on them'),
  KEEP_OPEN_APPLICATIONS_DAYS: always(
    730,
    60,
    'Applications and CVs that we have not decided on, or of whom we hired',
    'the last entry of their history',
  ),
  KEEP_SPAM_DAYS: row(30, 2, 'Requests that look like spam', 'they came'),
  KEEP_LINKS_DAYS: row(30, 1, 'Confirmation links, of which we store a fingerprint only', 'they stopped working'),
  KEEP_NOTICES_DAYS: row(30, 2, 'Marks of what our staff were told', 'they were told'),
  KEEP_ANSWERS_DAYS: row(7, 1, 'Our answers to forms, so that sending twice is once', 'you sent the form'),
  KEEP_MAIL_LOG_DAYS: row(
    30,
    2,
    'Which mails went to an address, and a fingerprint of where a request came from',
    'the mail left or the request came',
  ),
  KEEP_DONE_JOBS_DAYS: row(30, 2, 'Notes of what the server has done', 'it was done'),
  KEEP_DEAD_JOBS_DAYS: row(180, 7, 'Notes of mails that could not be sent', 'the last attempt'),
  KEEP_DELIVERIES_DAYS: row(30, 3, 'Copies of what our own systems for customers and mail were told', 'they took it'),
  KEEP_MAILS_DAYS: row(30, 1, 'Copies of mails, where no mail server is connected', 'the mail was written'),
  KEEP_SUPPRESSIONS_DAYS: row(0, 30, 'Addresses that mail servers refused, or that asked for no more mail', 'the first refusal'),
  KEEP_ERASURES_DAYS: row(1825, 30, 'A keyed fingerprint of an erased address, so that a restored backup erases it again', 'the erasure'),
  KEEP_STAFF_SIGN_INS_DAYS: row(30, 1, 'When our staff signed in, and with which browser', 'the session ended'),
  KEEP_STAFF_ACTIONS_DAYS: row(1825, 30, 'What our staff saw and did: who, when, and the number of the request', 'it was done'),
  KEEP_PRIVACY_LOG_DAYS: row(1825, 30, 'That data was given out, erased or removed: numbers and who did it', 'it was done'),
} as const satisfies Readonly<Record<string, RetentionRow>>;

/** Days from the announcement to staff until something that they still work on may be removed. Periods of such data are longer. */
export const ANNOUNCED_DAYS = 30;

export type RetentionSetting = keyof typeof retention;

export type RetentionRow = {
  /** Default period in days. 0: until somebody deletes the data. */
  days: number;
  /** Minimum days: a shorter period would defeat the purpose of the data. */
  least: number;
  /** Whether 0 is refused: data with such a period is never kept for ever. */
  always?: true;
  what: string;
  since: string;
};

export const retentionSettings = Object.keys(retention) as RetentionSetting[];

/** Placeholder for a period in the built pages; the server, which knows the settings, replaces it by words. */
export function retentionMark(setting: RetentionSetting): string {
  return `__${setting}__`;
}

/** Every placeholder with its words. */
export function retentionTexts(days: Readonly<Record<RetentionSetting, number>>): Record<string, string> {
  return Object.fromEntries(retentionSettings.map((setting) => [retentionMark(setting), retentionWords(setting, days[setting])]));
}

/** For example '90 days after they came'. */
export function retentionWords(setting: RetentionSetting, days: number): string {
  return days === 0 ? 'You ask us to delete them, or we no longer need them' : `${durationWords(days)} after ${retention[setting].since}`;
}

export function durationWords(days: number): string {
  if (days % 365 === 0) return days === 365 ? 'one year' : `${days / 365} years`;
  return days === 1 ? 'one day' : `${days} days`;
}

function always(days: number, least: number, what: string, since: string): RetentionRow {
  return { days, least, always: true, what, since };
}

function row(days: number, least: number, what: string, since: string): RetentionRow {
  return { days, least, what, since };
}
