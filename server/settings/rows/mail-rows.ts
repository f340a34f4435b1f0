import { companyName } from '../../../contract/company.ts';
import { mailbox, mailboxes, optional, secret, timeZone, url, whole } from '../setting-values.ts';
import { setting } from './setting.ts';

/** Mails: sender, recipients, limits. */
export const mailRows = {
  MAIL_URL: setting(
    '',
    'Mail server. Without it every message becomes an .eml file in DATA_DIR/mail.',
    'smtps://user:secret@smtp.example.com:465',
    optional(url('smtp:', 'smtps:')),
  ),
  MAIL_PATIENCE: setting(
    '170',
    'Seconds that the mail server may take for a mail, as while it scans it. What takes longer may have arrived: it is tried again hours later, once.',
    '60',
    whole(10, 170),
  ),
  MAIL_CONNECTIONS: setting(
    '4',
    'Connections that one server keeps to the mail server at most, each for one mail at a time. Where each mail takes half a second, 4 send 8 in a second.',
    '10',
    whole(1, 100),
  ),
  MAIL_FROM: setting(
    'no-reply@cognitivepro.example',
    'Sender of every message; an address without a name gets the company’s.',
    `${companyName} <no-reply@example.com>`,
    mailbox,
  ),
  STAFF_MAIL: setting(
    'sales@cognitivepro.example',
    'Who gets the notice of a verified lead; several are separated by commas.',
    'sales@example.com, ceo@example.com',
    mailboxes,
  ),
  SINGLE_NOTICES: setting('3', 'Notices of one kind that leave singly in two minutes; more come together.', '20', whole(1, 10_000)),
  HR_MAIL: setting(
    'careers@cognitivepro.example',
    'Who gets the notice of an application; several are separated by commas.',
    'careers@example.com',
    mailboxes,
  ),
  OPS_MAIL: setting(
    '',
    'Who is told of what needs a person: jobs that failed for good, old queues, and every Monday what waits. Several are separated by commas.',
    'ops@example.com',
    optional(mailboxes),
  ),
  TIME_ZONE: setting(
    'Europe/Rome',
    'Time zone of the times in mails to staff, and of the days that the desk counts by: an IANA name.',
    'Europe/London',
    timeZone,
  ),
  LINK_HOURS: setting('72', 'Hours a confirmation link stays valid.', '72', whole(1, 24 * 30)),
  MAIL_PER_HOUR: setting(
    '3',
    'Mails an hour that one visitor address may get; those about a meeting are held to the limit of a day alone.',
    '3',
    whole(1, 1000),
  ),
  MAIL_PER_DAY: setting('10', 'Mails a day that one visitor address may get.', '10', whole(1, 10000)),
  FIRST_MAILS_PER_HOUR: setting(
    '500',
    'Mails an hour to addresses that nobody has verified, all together. Further ones wait, and OPS_MAIL is told.',
    '500',
    whole(1, 1_000_000),
  ),
  FIRST_MAILS_PER_DAY: setting('2000', 'The same for a day.', '2000', whole(1, 1_000_000)),
  BOUNCE_SECRET: setting(
    '',
    'Password by which the mail provider (Postmark, or Amazon SES by way of SNS) reports bounces at /hooks/bounces.',
    'a-long-random-password',
    optional(secret),
  ),
} as const;
