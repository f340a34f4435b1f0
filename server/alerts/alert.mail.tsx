import * as v from 'valibot';
import { elementAt } from '../../contract/checked.ts';
import { dateTime } from '../../contract/figures/format.ts';
import { Details, Heading, Rule, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { alertKinds, type AlertCause, type AlertKind } from './alert-causes.ts';

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
              ['What to do', cause.until === undefined ? words[cause.kind].advice : 'Nothing: what waited is done by itself.'],
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
  const { title, end } = words[kind];
  return until === undefined ? title(subject, count) : (end?.(subject) ?? `${subject} works again`);
}

/** Whether the end of such a cause is told. */
export function tellsEnd(kind: string): kind is AlertKind {
  return Object.hasOwn(words, kind) && words[kind as AlertKind].end !== undefined;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

type Words = {
  title: (subject: string, count: number) => string;
  advice: string;
  /** Title of the mail that a lasting condition has ended. Other kinds have none: their causes end because staff acted. */
  end?: (subject: string) => string;
};

const words: Readonly<Record<AlertKind, Words>> = {
  'dead jobs': {
    title: (subject, count) => `${counted(count, 'job')} ${subject} failed for good`,
    advice: 'Mend the cause, then npm run jobs -- retry --all, or retry ID for one. npm run jobs -- --status dead lists them.',
  },
  'old queue': {
    title: (_, count) => `${counted(count, 'job')} should have run long ago`,
    advice: 'Look whether a server runs, and for "jobs wait" in its log.',
    end: () => 'Jobs run in time again',
  },
  'resource down': {
    title: (subject, count) => `${subject} does not work, and ${counted(count, 'job')} ${count === 1 ? 'waits' : 'wait'} for it`,
    advice: 'Mend it, or its address in the settings (MAIL_URL, CLAMD_URL). What waits runs by itself then.',
    end: (subject) => `${subject} works again`,
  },
  'staff refused': {
    title: (subject, count) => `The mail server refuses our own address: ${counted(count, 'job')} ${subject}`,
    advice: 'Look whether STAFF_MAIL, HR_MAIL and MAIL_FROM are right. The mails are tried again for about three days.',
  },
  'address refused': {
    title: (_, count) => `The mail server refuses ${count === 1 ? 'the address of a colleague' : `the addresses of ${count} colleagues`}`,
    advice:
      'Others of STAFF_MAIL, HR_MAIL or OPS_MAIL have these mails, and this one has none. Deliveries on the desk names it: mend the setting, or that mailbox.',
    end: () => 'The mail server takes mails to every colleague again',
  },
  'mail refused': {
    title: (subject, count) => `The mail server refuses ${counted(count, 'job')} ${subject}`,
    advice:
      'Look whether our account there may send, and what the mail has that a filter could dislike. It is tried every four hours for three days.',
  },
  'endpoint failing': {
    title: (subject, count) => `${subject} takes no deliveries: ${count} wait`,
    advice: 'Look whether it works, and at npm run webhooks -- deliveries. What waits is sent by itself once it does.',
    end: (subject) => `${subject} takes deliveries again`,
  },
  'endpoint off': {
    title: (subject) => `${subject} was switched off: it wants nothing more`,
    advice: 'If that was not meant: npm run webhooks -- enable. If it was: npm run webhooks -- remove.',
  },
  'deliveries failed': {
    title: (subject, count) => `${count === 1 ? '1 delivery' : `${count} deliveries`} to ${subject} failed for good`,
    advice:
      'Mend the cause, then npm run webhooks -- resend --since TIME --failed. npm run webhooks -- deliveries --status failed lists them.',
  },
  'calendar failing': {
    title: (subject) => `The busy times of ${subject} cannot be read`,
    advice:
      'Where events are named, mend or remove them in the calendar. Otherwise look whether BOOKING_CALENDARS has its address as it is now: a day after it was last read, and until it is read again, no meeting is offered.',
    end: (subject) => `The busy times of ${subject} are read again`,
  },
  'row unreadable': {
    title: (subject) => `What is stored of ${subject} cannot be read`,
    advice:
      'It is left out, and all else goes on: a lead is in no list, and webhooks, CRM and chat are not told of it; a position stands as the site was built; a portfolio has no figures until another version of it is published. Mend it from a backup, or update the server: a lead is tried again at each start and every hour.',
  },
  'forms refused': {
    title: (subject, count) => `${count === 1 ? '1 form was' : `${count} forms were`} refused (${subject})`,
    advice:
      'No room: free the disk of DATA_DIR (DISK_RESERVE_MB stays free) or raise UPLOADS_MB_PER_DAY; the log says which. Failed: the log has "the store does not answer" or "unexpected error". Visitors keep what they typed.',
  },
  'share used up': {
    title: (subject, count) =>
      `Somebody has had a whole share of ${subject}: ${count === 1 ? '1 more waits' : `${count} more wait`} for room`,
    advice:
      'Nothing is lost: mails leave as there is room, the rarest first, and staff are told of the rest each hour. Are the requests real? npm run leads shows them. A larger share comes with a higher FIRST_MAILS_PER_HOUR and FIRST_MAILS_PER_DAY. Where all visitors seem to have one address, TRUST_PROXY is not set.',
  },
  'disk low': {
    title: (subject) => `The disk is nearly full: ${subject}`,
    advice: 'Free it, or give DATA_DIR a larger one. Under DISK_RESERVE_MB applications are refused, and on a full disk every form is.',
    end: (subject) => `There is room again: ${subject}`,
  },
  'backup old': {
    title: (subject) => `There is no new backup of ${subject}`,
    advice: 'Look at what makes them (systemctl status cognitive-pro-backup, or npm run backup -- FOLDER --every 6h).',
    end: (subject) => `There is a new backup of ${subject}`,
  },
  'backup failed': {
    title: (subject) => `The backup of ${subject} failed`,
    advice: 'Mend the cause, then run it again (npm run backup -- FOLDER): this is over with the first that succeeds.',
    end: (subject) => `The backup of ${subject} works again`,
  },
};

const cause = v.object({
  kind: v.picklist(alertKinds),
  subject: v.string(),
  reason: v.string(),
  count: v.number(),
  since: v.number(),
  /** When it ended, milliseconds since the epoch; undefined while it lasts. */
  until: v.optional(v.number()),
});

export const alertJob = defineJob({
  name: 'alerts.alert',
  payload: v.object({ causes: v.array(cause) }),
  run: async ({ causes }, context: JobContext<JobServices>) => {
    const { mailer, settings } = context.services;
    if (settings.OPS_MAIL === undefined) return { held: 'OPS_MAIL is not set any more' };
    return mailer.send(alertMail, { causes, zone: settings.TIME_ZONE, site: settings.PUBLIC_URL }, { to: settings.OPS_MAIL }, context);
  },
});
