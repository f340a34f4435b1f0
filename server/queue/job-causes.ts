import type { JobCauseState } from '../../contract/calls/desk/queue-calls.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { PERHAPS_DONE } from './job.ts';
import { released, SHARE } from './job-queue.ts';

/** Why a job is not done yet. Holds no personal data. */
export type JobCause = {
  state: JobCauseState;
  /** Identifies the cause: all jobs that wait for the same thing have the same key. */
  key: string;
  words: string;
  /** What a person can do about it. */
  mend?: string;
  /** Refused, or no such mailbox: a person decides for each job by itself, not for all at once. */
  oneByOne?: true;
};

/** Milliseconds after which a job that is due is late. */
export const LATE = 15 * 60_000;

/** Name of the error when the mail server knows no such mailbox (mail/smtp.ts). */
export const UNKNOWN_MAILBOX = 'UnknownMailbox';
/** Name of the error when the mail server refuses the message for now (mail/smtp.ts). */
export const MAIL_REFUSED = 'MailRefused';
/** Name of the error when staff's own mail server refuses a mail to them (mail/mailer.ts). */
export const STAFF_REFUSED = 'StaffRefused';

/** The error's name that a stored reason begins with (`Name: message`), or else the reason's first 40 characters. */
export function failureClass(reason: string): string {
  return /^(\w+):/.exec(reason)?.[1] ?? reason.slice(0, 40);
}

export type Waiting = Pick<JobRow, 'status' | 'run_at' | 'last_error' | 'waiting_on'>;

export function causeOf({ status, run_at: due, last_error: reason, waiting_on: resource }: Waiting, now: number): JobCause {
  if (status === 'running') return { state: 'queued', key: 'under way', words: 'Under way' };
  if (status === 'ready' && (reason === null || resource === released)) return queued(due, now);
  const known = reason === null ? undefined : knownCause(reason);
  if (status === 'ready' && resource !== null && resource !== SHARE)
    return { state: 'late', key: downKey(resource), ...downWords(resource) };
  if (known !== undefined) return { ...known, state: status === 'dead' ? 'dead' : (known.state ?? (status === 'held' ? 'held' : 'late')) };
  const words = reason ?? 'Nothing is known of it';
  return { state: status === 'held' ? 'held' : status === 'dead' ? 'dead' : 'late', key: `failed ${failureClass(words)}`, words };
}

function queued(due: number, now: number): JobCause {
  if (due > now) return { state: 'queued', key: 'due later', words: 'Due later' };
  if (due > now - LATE) return { state: 'queued', key: 'in its turn', words: 'In its turn' };
  const mend = 'The worker does not come to it: /readyz/forms says whether it works; the log, why not.';
  return { state: 'late', key: 'overdue', words: 'Due for more than a quarter of an hour', mend };
}

/** The cause key of jobs that wait for a resource that is down. */
export function downKey(resource: string): string {
  return `down ${resource}`;
}

function downWords(resource: string): Pick<JobCause, 'words' | 'mend'> {
  if (resource === 'mail') {
    const mend =
      'MAIL_URL names it. What waits leaves by itself once it takes one: one mail tries it, at first after seconds, at last every five minutes.';
    return { words: 'The mail server takes no mail', mend };
  }
  if (resource === 'scanner')
    return { words: 'The virus scanner does not answer', mend: 'CLAMD_URL names it. Files are scanned as soon as it answers.' };
  return { words: `${resource} does not answer`, mend: 'What waits for it goes on as soon as it answers.' };
}

type Known = Omit<JobCause, 'state'> & { state?: JobCauseState };

function knownCause(reason: string): Known | undefined {
  const [, ceiling] = /^as many first mails as (FIRST_MAILS_PER_\w+)/.exec(reason) ?? [];
  if (ceiling !== undefined) {
    const mend = `They leave as there is room. More may leave with a higher ${ceiling}; to send again does not wait for it.`;
    return { state: 'held', key: `ceiling ${ceiling}`, words: `As many first mails as ${ceiling} allows have left`, mend };
  }
  return knownCauses.find(({ is }) => is.test(reason))?.cause;
}

const knownCauses: ReadonlyArray<{ is: RegExp; cause: Known }> = [
  {
    is: /^its sender, their network or the domain of the address/,
    cause: {
      state: 'held',
      key: 'share',
      words: 'Whoever sent them, their network or the domain they go to has had its share of first mails',
      mend: 'They leave while others leave room, the rarest first. More may leave with a higher FIRST_MAILS_PER_HOUR and FIRST_MAILS_PER_DAY; to send again does not wait for it.',
    },
  },
  {
    is: /^nothing is sent to this address/,
    cause: {
      state: 'held',
      key: 'suppressed',
      words: 'Nothing is sent to the address: it bounced, or its owner did not want it',
      mend: 'Lift the suppression where the address is right again; it stands under Suppressed addresses.',
      oneByOne: true,
    },
  },
  {
    is: /^as many mails as this address may get/,
    cause: {
      state: 'held',
      key: 'mailbox',
      words: 'As many mails as one address may get have left',
      mend: 'MAIL_PER_HOUR and MAIL_PER_DAY say how many.',
    },
  },
  {
    is: /^(a mail to this address has just left|more than a few notices)/,
    cause: { state: 'queued', key: 'together', words: 'Goes with the next mail, so that there are fewer' },
  },
  {
    is: /^restored from a backup/,
    cause: {
      key: 'restored',
      words: 'The store was restored from a backup: they may have been done before it',
      mend: 'npm run restore -- --send does them, npm run restore -- --drop never does.',
    },
  },
  {
    is: new RegExp(`^${UNKNOWN_MAILBOX}:`),
    cause: { key: 'unknown mailbox', words: 'There is no such mailbox', mend: 'Nothing, unless the address was mended.', oneByOne: true },
  },
  {
    is: new RegExp(`^${STAFF_REFUSED}:`),
    cause: {
      key: 'staff refused',
      words: 'Our own mail server refuses mails to staff',
      mend: 'STAFF_MAIL, HR_MAIL and OPS_MAIL name whom they go to, MAIL_FROM whom they come from.',
    },
  },
  {
    is: new RegExp(`^${MAIL_REFUSED}:`),
    cause: {
      key: 'mail refused',
      words: 'The mail server refuses the mail, not its recipient',
      mend: 'Our account there may not send, or a filter dislikes the mail: its words are with each. It is tried every four hours for three days.',
    },
  },
  {
    is: new RegExp(`^${PERHAPS_DONE}:`),
    cause: {
      key: 'perhaps done',
      words: 'The mail server had the mail, and nobody knows whether it took it',
      mend: 'It is sent once more after four hours, with the same Message-ID; after that somebody decides.',
      oneByOne: true,
    },
  },
];
