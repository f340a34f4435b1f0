import { writeLater, type LaterWrite } from '../store/group-commit.ts';
import { createHash } from 'node:crypto';
import type { Words } from '../../contract/content-fields.ts';
import { elementAt } from '../../contract/checked.ts';
import { SHARE } from '../queue/job-queue.ts';
import { PartlyDone, TryLater, Unavailable, type JobContext, type JobOutcome } from '../queue/job.ts';
import type { Log } from '../kernel/log.ts';
import { observations, type MailOutcome } from '../kernel/observations.ts';
import { laneOf, type ShareLane } from '../store/shares/pots.ts';
import type { Store } from '../store/store.ts';
import { addressKey, parseMailbox } from '../kernel/address.ts';
import { limitKey } from './mail-domains.ts';
import { createComposer, mailResource, type Attachment, type CalendarPart, type Rejection, type Transport } from './message.ts';
import { REHEARSAL, reserve, countMail, type LimitReached, type MailLimit } from './mail-limits.ts';
import type { Frame } from './layout.tsx';
import type { Mail, MailTexts } from './mail.ts';
import { forgetRefusedStaff, noteRefusedStaff, suppress, suppressionOf, unsuppress } from './suppression.ts';
import { Refused } from './smtp.ts';
import { openTransport } from './transport.ts';
import { LONGEST_WAIT, shareReason } from './waiting-mails.ts';

export type MailerOptions = {
  store: Store;
  log: Log;
  /** smtp:// or smtps://; without it messages become files in dataDir/mail. */
  mailUrl?: string | undefined;
  /** Seconds that the mail server may take for a mail. */
  patience?: number;
  /** Mails that may be on their way to the mail server at once. */
  connections?: number;
  dataDir: string;
  from: string;
  limit: MailLimit;
  /** The limit of mails to unverified addresses, all together. */
  ceiling?: MailLimit;
  onCeiling?: (setting: Ceiling) => Promise<void>;
  /** The frame around each mail; a function is called whenever a mail is made. */
  frame: Frame | (() => Frame);
  /** The company's icon in each mail, a PNG; undefined: the one that ships. @param words in place of those that are published */
  picture?: (words?: Words) => Promise<Buffer | undefined>;
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
  /** Called where some of several recipients are refused for good, and the others have it. */
  onPartlyRefused?: () => Promise<void>;
  /** For a mail to visitors: written in the transaction that takes its place under the limits, before it is sent. */
  writes?: LaterWrite;
  /** Where its recipient unsubscribes, by one click or on a page: RFC 8058. */
  unsubscribe?: string | undefined;
  /** The words of a draft that somebody tries, in place of the published ones. */
  words?: Words;
};

export type Mailer = {
  /** Sends a mail from within a job, whose outcome it returns. Safe to repeat. */
  send<Props, Texts extends MailTexts>(
    mail: Mail<Props, Texts>,
    props: Props,
    envelope: MailEnvelope,
    context: JobContext,
  ): Promise<JobOutcome>;
  /** Does all the work of a first mail without sending it, so that the response time does not reveal which addresses are known. */
  rehearse<Props, Texts extends MailTexts>(mail: Mail<Props, Texts>, props: Props, context: JobContext): Promise<void>;
  close(): void;
};

/** Staff's own mail server refuses a mail to them. Alerts recognise this error by its name. */
export class StaffRefused extends Error {
  override name = 'StaffRefused';
}

export function createMailer(options: MailerOptions): Mailer {
  const { store, log, frame } = options;
  const transport = options.transport ?? openTransport(options);
  const composer = createComposer(options.from);
  const around = () => (typeof frame === 'function' ? frame() : frame);

  return {
    close: () => transport.close(),
    send: async (mail, props, envelope, context) => {
      const all = typeof envelope.to === 'string' ? [envelope.to] : envelope.to;
      if (mail.limit !== 'none' && all.length !== 1) throw new Error('a mail to visitors has one recipient');
      const recipients = all.filter((to) => !context.served.includes(servedKey(to)));
      if (recipients.length === 0) return undefined;
      const refused = await admission(options, mail, { ...envelope, to: elementAt(recipients, 0) }, context);
      if (refused) return refused;
      const { id, now, signal, markPerhapsDone } = context;
      const { replyTo, attachments, calendar, unsubscribe } = envelope;
      const { renderMail } = await rendering();
      const rendered = renderMail(mail, props, { ...around(), ...(envelope.words && { words: envelope.words }), unsubscribe });
      const { byPerson } = mail;
      const message = {
        id,
        from: around().from,
        to: recipients,
        replyTo,
        ...rendered,
        attachments,
        calendar,
        unsubscribe,
        picture: await options.picture?.(envelope.words),
        byPerson,
        date: new Date(now()),
      };
      let rejections: readonly Rejection[];
      try {
        const onTurn = () => context.reach(mailResource);
        rejections = (await transport.send(message, { signal, markPerhapsDone, onTurn })) ?? [];
      } catch (error) {
        rejections = await takeFailure(options, { mail, recipients, context }, error);
      }
      context.recovered(mailResource);
      if (rejections.length < recipients.length) observations.mail.tell({ mail: mail.kind, outcome: 'sent' });
      log.debug({ job: id, mail: mail.kind }, 'mail sent');
      if (mail.limit === 'none') await takeRejections(store, { mail, recipients, rejections, envelope, context });
      return undefined;
    },
    rehearse: async (mail, props, { id, now }) => {
      // The same number of commits as the mail takes with its link.
      const reservation = { jobId: id, key: REHEARSAL, kind: mail.kind, at: now(), first: false };
      for (let commits = 0; commits < 2; commits += 1) await store.begin((tx) => countMail(tx, reservation));
      const { renderMail } = await rendering();
      const rendered = renderMail(mail, props, around());
      await composer({ id, to: ['nobody@rehearsal.invalid'], ...rendered, picture: await options.picture?.(), date: new Date(now()) });
    },
  };
}

let loaded: Promise<typeof import('./render.ts')> | undefined;

/** React's renderer is loaded with the first mail. */
function rendering(): Promise<typeof import('./render.ts')> {
  return (loaded ??= import('./render.ts'));
}

type Attempt = { mail: Pick<Mail<never>, 'kind' | 'limit'>; recipients: readonly string[]; context: JobContext };

/** @returns the refused recipients, where earlier attempts have served others of the staff. @throws otherwise: the error that ends the attempt */
async function takeFailure(
  { store }: MailerOptions,
  { mail, recipients, context }: Attempt,
  error: unknown,
): Promise<readonly Rejection[]> {
  if (!(error instanceof Refused)) {
    observations.mail.tell({ mail: mail.kind, outcome: outcomeOf(error) });
    throw error;
  }
  if (mail.limit === 'none' && context.served.length > 0) return recipients.map((to) => ({ to, later: false, said: error.message }));
  observations.mail.tell({ mail: mail.kind, outcome: outcomeOf(error) });
  // Staff's addresses come from a setting, so the fault is the operator's to mend: the mail is tried again.
  if (mail.limit === 'none') throw new StaffRefused(error.message, { cause: error });
  if (error.unknownUser)
    await suppress(store.db, parseMailbox(elementAt(recipients, 0)).address, 'its mail server knows no such mailbox', context.now());
  throw error;
}

type Rejected = Attempt & { rejections: readonly Rejection[]; envelope: MailEnvelope };

/** Notes the staff whom the mail server refuses for good. @throws PartlyDone where it takes the mail for some later: only they are sent it again */
async function takeRejections(store: Store, { mail, recipients, rejections, envelope, context }: Rejected): Promise<void> {
  const refused = rejections.filter(({ later }) => !later);
  const later = rejections.filter((one) => one.later).map(({ to }) => to);
  const have = recipients.filter((to) => !rejections.some((one) => one.to === to));
  if (have.length > 0) await forgetRefusedStaff(store.db, have);
  for (const rejection of refused) {
    observations.mail.tell({ mail: mail.kind, outcome: 'refused' });
    await noteRefusedStaff(store.db, rejection, context.now());
  }
  if (refused.length > 0) await envelope.onPartlyRefused?.();
  if (later.length === 0) return;
  observations.mail.tell({ mail: mail.kind, outcome: 'later' });
  const served = recipients.filter((to) => !later.includes(to)).map(servedKey);
  throw new PartlyDone('the mail server wants it later for some of its recipients; the others have it', [...context.served, ...served]);
}

function servedKey(mailbox: string): string {
  return createHash('sha256').update(parseMailbox(mailbox).address).digest('hex').slice(0, 16);
}

type Asked = MailEnvelope & { to: string };

/** Undefined when the mail may leave now. While mail cannot leave, what waits takes no place of a limit. */
async function admission(
  options: MailerOptions,
  mail: Pick<Mail<never>, 'kind' | 'limit'>,
  asked: Asked,
  context: JobContext,
): Promise<JobOutcome> {
  if (context.released !== true) await context.reach(mailResource);
  const refused = await refusal(options, mail, asked, context);
  // A person released it: it is sent, but may have to wait for the mail server.
  if (refused === undefined && context.released === true) await context.reach(mailResource);
  return refused;
}

/** Undefined when the mail may leave now. */
async function refusal(
  options: MailerOptions,
  mail: Pick<Mail<never>, 'kind' | 'limit'>,
  { to, gap, writes }: Asked,
  context: JobContext,
): Promise<JobOutcome> {
  const { store, limit, ceiling } = options;
  if (mail.limit === 'none') return undefined;
  const { address } = parseMailbox(to);
  const first = mail.limit === 'first';
  const reservation = {
    // The earlier mail may have arrived: this one counts as another.
    jobId: context.perhapsDone > 0 ? `${context.id} again` : context.id,
    key: addressKey(address),
    limitKey: limitKey(address),
    kind: mail.kind,
    at: context.now(),
    first,
    gap,
    load: context.load ?? null,
  };
  if (context.released) {
    // A person released this mail to this address; later mails follow the rules again.
    await store.begin(async (tx) => {
      await unsuppress(tx, address);
      await countMail(tx, reservation);
      if (writes !== undefined) await writeLater(tx, [writes]);
    });
    return undefined;
  }
  const suppressed = await suppressionOf(store.db, address);
  if (suppressed !== undefined) {
    observations.mail.tell({ mail: mail.kind, outcome: 'suppressed' });
    return { held: `nothing is sent to this address: ${suppressed}` };
  }
  const mailbox = mail.limit === 'awaited' ? { ...limit, perHour: limit.perDay } : limit;
  const reserved = await reserve(store, reservation, { mailbox, first: ceiling }, writes);
  if (reserved.ok) return undefined;
  observations.mail.tell({ mail: mail.kind, outcome: 'limited' });
  return waiting(reserved, options, { lane: laneOf(reservation.load), now: reservation.at });
}

function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof Unavailable) return 'unavailable';
  if (error instanceof Refused) return error.unknownUser ? 'unknown mailbox' : 'refused';
  if (error instanceof TryLater) return 'refused';
  return 'later';
}

/** When to try again, unless the mail is released before (waiting-mails.ts). At a ceiling, mails within their share are spread over an hour. */
async function waiting(
  { opensAt, full }: { opensAt: number; full: LimitReached },
  options: MailerOptions,
  { lane, now }: { lane: ShareLane; now: number },
): Promise<JobOutcome> {
  const { ceiling, onCeiling, random = Math.random } = options;
  if (full === 'gap') return { retryAt: opensAt, reason: 'a mail to this address has just left; the next one covers what came meanwhile' };
  if (full === 'mailbox') return { retryAt: opensAt, reason: 'as many mails as this address may get have left' };
  const retryAt = Math.round(opensAt + random() * 3_600_000);
  if (lane === 'slow') return { retryAt: now + LONGEST_WAIT, reason: shareReason, waitingOn: SHARE };
  await onCeiling?.(full);
  const most = full === 'FIRST_MAILS_PER_DAY' ? ceiling?.perDay : ceiling?.perHour;
  const reason = `as many first mails as ${full} allows (${most}) have left: it leaves when there is room, or at once by npm run jobs -- retry ID`;
  return { retryAt, reason, waitingOn: SHARE };
}
