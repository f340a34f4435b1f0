import { SHARE } from '../jobs/job-queue.ts';
import { Unavailable, type JobContext, type JobOutcome } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import { observations, type MailOutcome } from '../observations.ts';
import { laneOf, type Lane } from '../store/shares/pots.ts';
import type { Store } from '../store/store.ts';
import { addressKey, parseMailbox } from './address.ts';
import { limitKey } from './mail-domains.ts';
import { createComposer } from './compose.ts';
import { REHEARSAL, reserve, takePlace, type LimitReached, type MailLimit } from './mail-limits.ts';
import type { Frame } from './layout.tsx';
import { renderMail, type Mail } from './mail.ts';
import { mailResource, type Attachment, type CalendarPart, type Transport } from './message.ts';
import { Refused } from './smtp.ts';
import { suppress, suppressionOf, unsuppress } from './suppression.ts';
import { openTransport } from './transport.ts';
import { shareReason } from './waiting-mails.ts';

export type MailerOptions = {
  store: Store;
  log: Log;
  /** smtp:// or smtps://; without it messages become files in dataDir/mail. */
  mailUrl?: string | undefined;
  dataDir: string;
  from: string;
  limit: MailLimit;
  /** What addresses that nobody has verified may get in all. */
  ceiling?: MailLimit;
  onCeiling?: (setting: Ceiling) => Promise<void>;
  frame: Frame;
  transport?: Transport;
  now?: () => number;
  random?: () => number;
};

export type Ceiling = Extract<LimitReached, `FIRST_${string}`>;

export type MailEnvelope = {
  /** Addresses, or `Name <address>`. More than one only for staff. */
  to: string | readonly string[];
  replyTo?: string | undefined;
  attachments?: readonly Attachment[];
  calendar?: CalendarPart;
  gap?: number;
  /** Where its recipient unsubscribes, by one click or on a page: RFC 8058. */
  unsubscribe?: string | undefined;
};

export type Mailer = {
  /**
   * Sends a mail from within a job, whose outcome it returns. Safe to repeat.
   * @param props or what makes them, asked once the mail may leave
   */
  send<Props>(mail: Mail<Props>, props: Props | (() => Promise<Props>), envelope: MailEnvelope, context: JobContext): Promise<JobOutcome>;
  /** Takes as long as sending a first mail, and sends none: the time of an answer does not tell which addresses are known. */
  rehearse<Props>(mail: Mail<Props>, props: Props, context: JobContext): Promise<void>;
  probes: Readonly<Record<string, () => Promise<boolean>>>;
  close(): void;
};

/** Staff's own mail server refuses a mail to them. Alerts know it by its name. */
export class StaffRefused extends Error {
  override name = 'StaffRefused';
}

export function createMailer(options: MailerOptions): Mailer {
  const { store, log, frame } = options;
  const transport = options.transport ?? openTransport(options);
  const composer = createComposer(options.from);

  return {
    probes: { [mailResource]: () => transport.works() },
    close: () => transport.close(),
    send: async (mail, props, envelope, context) => {
      const recipients = typeof envelope.to === 'string' ? [envelope.to] : envelope.to;
      if (mail.limit !== 'none' && recipients.length !== 1) throw new Error('a mail to visitors has one recipient');
      const refused = await refusal(options, mail, { ...envelope, to: recipients[0]! }, context);
      if (refused) return refused;
      const { id, now } = context;
      const given = isMaker(props) ? await props() : props;
      const { replyTo, attachments, calendar, unsubscribe } = envelope;
      const rendered = await renderMail(mail, given, { ...frame, unsubscribe });
      const { byPerson } = mail;
      const message = { id, to: recipients, replyTo, ...rendered, attachments, calendar, unsubscribe, byPerson, date: new Date(now()) };
      try {
        await transport.send(message, context.signal);
      } catch (error) {
        observations.mail.tell({ mail: mail.kind, outcome: outcomeOf(error) });
        const unknown = error instanceof Refused && error.unknownUser && mail.limit !== 'none';
        if (unknown) await suppress(store.db, parseMailbox(recipients[0]!).address, 'its mail server knows no such mailbox', now());
        // Nobody mistyped it: what is wrong is ours to mend, and the mail is tried again.
        if (error instanceof Refused && mail.limit === 'none') throw new StaffRefused(error.message, { cause: error });
        throw error;
      }
      observations.mail.tell({ mail: mail.kind, outcome: 'sent' });
      log.debug({ job: id, mail: mail.kind }, 'mail sent');
      context.recovered(mailResource);
      return undefined;
    },
    rehearse: async (mail, props, { id, now }) => {
      // As many commits as the mail and its link take.
      const reservation = { jobId: id, key: REHEARSAL, kind: mail.kind, at: now(), first: false };
      for (let commits = 0; commits < 3; commits += 1) await store.begin((tx) => takePlace(tx, reservation));
      const rendered = await renderMail(mail, props, frame);
      await composer({ id, to: ['nobody@rehearsal.invalid'], ...rendered, date: new Date(now()) });
    },
  };
}

/** Undefined when the mail may leave now. */
async function refusal(
  options: MailerOptions,
  mail: Pick<Mail<never>, 'kind' | 'limit'>,
  { to, gap }: MailEnvelope & { to: string },
  context: JobContext,
): Promise<JobOutcome> {
  const { store, limit, ceiling } = options;
  if (mail.limit === 'none') return undefined;
  const { address } = parseMailbox(to);
  const first = mail.limit === 'first';
  const reservation = {
    jobId: context.id,
    key: addressKey(address),
    limitKey: limitKey(address),
    kind: mail.kind,
    at: context.now(),
    first,
    gap,
    load: context.load ?? null,
  };
  if (context.released) {
    // A person vouches for the address and for this mail; what is sent later is held to the rules again.
    await unsuppress(store.db, address);
    await takePlace(store.db, reservation);
    return undefined;
  }
  const suppressed = await suppressionOf(store.db, address);
  if (suppressed !== undefined) {
    observations.mail.tell({ mail: mail.kind, outcome: 'suppressed' });
    return { held: `nothing is sent to this address: ${suppressed}` };
  }
  const mailbox = mail.limit === 'awaited' ? { ...limit, perHour: limit.perDay } : limit;
  const place = await reserve(store, reservation, { mailbox, first: ceiling });
  if (place.ok) return undefined;
  observations.mail.tell({ mail: mail.kind, outcome: 'limited' });
  return waiting(place, options, laneOf(reservation.load));
}

function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof Unavailable) return 'unavailable';
  if (error instanceof Refused) return error.unknownUser ? 'unknown mailbox' : 'refused';
  return 'later';
}

function isMaker<Props>(props: Props | (() => Promise<Props>)): props is () => Promise<Props> {
  return typeof props === 'function';
}

/** When to try again, if it is not let go before (waiting-mails.ts). It spreads over an hour: it must not all come back at one moment. */
async function waiting(
  { opensAt, full }: { opensAt: number; full: LimitReached },
  options: MailerOptions,
  lane: Lane,
): Promise<JobOutcome> {
  const { ceiling, onCeiling, random = Math.random } = options;
  if (full === 'gap') return { retryAt: opensAt, reason: 'a mail to this address has just left; the next one covers what came meanwhile' };
  if (full === 'mailbox') return { retryAt: opensAt, reason: 'as many mails as this address may get have left' };
  const retryAt = Math.round(opensAt + random() * 3_600_000);
  if (lane === 'slow') return { retryAt, reason: shareReason, waitingOn: SHARE };
  await onCeiling?.(full);
  const most = full === 'FIRST_MAILS_PER_DAY' ? ceiling?.perDay : ceiling?.perHour;
  const reason = `as many first mails as ${full} allows (${most}) have left: it leaves when there is room, or at once by npm run jobs -- retry ID`;
  return { retryAt, reason, waitingOn: SHARE };
}
