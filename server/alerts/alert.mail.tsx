import { elementAt } from '../../contract/checked.ts';
import { dateTime } from '../../contract/figures/format.ts';
import { Details, Heading, Rule, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { AlertCause, AlertKind } from './alert-causes.ts';

export type ToldCause = AlertCause & { until?: number | undefined };

type Props = { causes: readonly ToldCause[]; zone: string; site: string };

export const alertMail = defineMail<Props>({
  kind: 'alert',
  limit: 'none',
  subject: ({ causes }) => {
    if (causes.length === 1) return titleOf(elementAt(causes, 0));
    return `${causes.length} things ${isOver(causes) ? 'are over' : 'need somebody’s attention'}`;
  },
  preheader: ({ causes }) => causes.map(titleOf).join('. '),
  Body: ({ causes, zone, site }) => (
    <>
      <Heading>{isOver(causes) ? 'It works again' : 'This needs somebody’s attention'}</Heading>
      {causes.map((cause, index) => (
        <div key={index}>
          {index > 0 && <Rule />}
          <Text>
            <strong>{titleOf(cause)}</strong>
          </Text>
          <Details
            rows={[
              ['Since', dateTime(cause.since, zone)],
              ...(cause.until === undefined ? [] : [['Until', dateTime(cause.until, zone)] as const]),
              ...(cause.reason === '' ? [] : [['Why', cause.reason] as const]),
              ['What to do', cause.until === undefined ? advice[cause.kind] : 'Nothing: what waited is done by itself.'],
            ]}
          />
        </div>
      ))}
      <Text quiet>
        Sent once for each cause by {site}, again after a day where it got worse, and an hour after it was over. Nothing that anybody sent
        is lost. docs/operating.md has the rest.
      </Text>
    </>
  ),
});

function isOver(causes: readonly ToldCause[]): boolean {
  return causes.every(({ until }) => until !== undefined);
}

function titleOf({ kind, subject, count, until }: ToldCause): string {
  const jobs = count === 1 ? '1 job' : `${count} jobs`;
  const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`;
  if (until !== undefined) return endWords[kind]?.(subject) ?? `${subject} works again`;
  if (kind === 'dead jobs') return `${jobs} ${subject} failed for good`;
  if (kind === 'old queue') return `${jobs} should have run long ago`;
  if (kind === 'resource down') return `${subject} does not work, and ${jobs} ${count === 1 ? 'waits' : 'wait'} for it`;
  if (kind === 'address refused')
    return `The mail server refuses ${count === 1 ? 'the address of a colleague' : `the addresses of ${count} colleagues`}`;
  if (kind === 'mail refused') return `The mail server refuses ${jobs} ${subject}`;
  if (kind === 'endpoint failing') return `${subject} takes no deliveries: ${count} wait`;
  if (kind === 'endpoint off') return `${subject} was switched off: it wants nothing more`;
  if (kind === 'deliveries failed') return `${deliveries} to ${subject} failed for good`;
  if (kind === 'calendar failing') return `The busy times of ${subject} cannot be read`;
  if (kind === 'row unreadable') return `What is stored of ${subject} cannot be read`;
  if (kind === 'forms refused') return `${count === 1 ? '1 form was' : `${count} forms were`} refused (${subject})`;
  if (kind === 'share used up')
    return `Somebody has had a whole share of ${subject}: ${count === 1 ? '1 more waits' : `${count} more wait`} for room`;
  if (kind === 'disk low') return `The disk is nearly full: ${subject}`;
  if (kind === 'backup old') return `There is no new backup of ${subject}`;
  if (kind === 'backup failed') return `The backup of ${subject} failed`;
  return `The mail server refuses our own address: ${jobs} ${subject}`;
}

/** The words for the end of a lasting condition. */
export const endWords: Readonly<Partial<Record<AlertKind, (subject: string) => string>>> = {
  'old queue': () => 'Jobs run in time again',
  'resource down': (subject) => `${subject} works again`,
  'address refused': () => 'The mail server takes mails to every colleague again',
  'endpoint failing': (subject) => `${subject} takes deliveries again`,
  'calendar failing': (subject) => `The busy times of ${subject} are read again`,
  'disk low': (subject) => `There is room again: ${subject}`,
  'backup old': (subject) => `There is a new backup of ${subject}`,
  'backup failed': (subject) => `The backup of ${subject} works again`,
};

const advice: Readonly<Record<AlertKind, string>> = {
  'dead jobs': 'Mend the cause, then npm run jobs -- retry --all, or retry ID for one. npm run jobs -- --status dead lists them.',
  'old queue': 'Look whether a server runs, and for "jobs wait" in its log.',
  'resource down': 'Mend it, or its address in the settings (MAIL_URL, CLAMD_URL). What waits runs by itself then.',
  'staff refused': 'Look whether STAFF_MAIL, HR_MAIL and MAIL_FROM are right. The mails are tried again for about three days.',
  'address refused':
    'Others of STAFF_MAIL, HR_MAIL or OPS_MAIL have these mails, and this one has none. Deliveries on the desk names it: mend the setting, or that mailbox.',
  'mail refused':
    'Look whether our account there may send, and what the mail has that a filter could dislike. It is tried every four hours for three days.',
  'endpoint failing': 'Look whether it works, and at npm run webhooks -- deliveries. What waits is sent by itself once it does.',
  'endpoint off': 'If that was not meant: npm run webhooks -- enable. If it was: npm run webhooks -- remove.',
  'calendar failing':
    'Where events are named, mend or remove them in the calendar. Otherwise look whether BOOKING_CALENDARS has its address as it is now: a day after it was last read, and until it is read again, no meeting is offered.',
  'row unreadable':
    'It is left out, and all else goes on: a lead is in no list, and webhooks, CRM and chat are not told of it; a position stands as the site was built; a portfolio has no figures until another version of it is published. Mend it from a backup, or update the server: a lead is tried again at each start and every hour.',
  'forms refused':
    'No room: free the disk of DATA_DIR (DISK_RESERVE_MB stays free) or raise UPLOADS_MB_PER_DAY; the log says which. Failed: the log has "the store does not answer" or "unexpected error". Visitors keep what they typed.',
  'share used up':
    'Nothing is lost: mails leave as there is room, the rarest first, and staff are told of the rest each hour. Are the requests real? npm run leads shows them. A larger share comes with a higher FIRST_MAILS_PER_HOUR and FIRST_MAILS_PER_DAY. Where all visitors seem to have one address, TRUST_PROXY is not set.',
  'disk low': 'Free it, or give DATA_DIR a larger one. Under DISK_RESERVE_MB applications are refused, and on a full disk every form is.',
  'backup old': 'Look at what makes them (systemctl status cognitive-pro-backup, or npm run backup -- FOLDER --every 6h).',
  'backup failed': 'Mend the cause, then run it again (npm run backup -- FOLDER): this is over with the first that succeeds.',
  'deliveries failed':
    'Mend the cause, then npm run webhooks -- resend --since TIME --failed. npm run webhooks -- deliveries --status failed lists them.',
};
