import type { JobContext, Outcome } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { addressKey, parseMailbox } from './address.ts';
import { reserve, takePlace, type MailLimit, type Reservation } from './limit.ts';
import type { Frame } from './layout.tsx';
import { renderMail, type Mail } from './mail.ts';
import { mailResource, type Attachment, type Transport } from './message.ts';
import { Refused } from './smtp.ts';
import { suppress, suppressionOf, unsuppress } from './suppression.ts';
import { openTransport } from './transport.ts';

export type MailerOptions = {
  store: Store;
  log: Log;
  /** smtp:// or smtps://; without it messages become files in dataDir/mail. */
  mailUrl?: string | undefined;
  dataDir: string;
  from: string;
  limit: MailLimit;
  frame: Frame;
  transport?: Transport;
  now?: () => number;
};

export type Envelope = {
  /** Addresses, or `Name <address>`. More than one only for staff. */
  to: string | readonly string[];
  replyTo?: string | undefined;
  attachments?: readonly Attachment[];
};

export type Mailer = {
  /** Sends a mail from within a job, whose outcome it returns. Safe to repeat. */
  send<Props>(mail: Mail<Props>, props: Props, envelope: Envelope, context: JobContext): Promise<Outcome>;
  /** For the worker: says whether mail can leave. */
  probes: Readonly<Record<string, () => Promise<boolean>>>;
  close(): void;
};

/** Mail with its limits: what a mailbox may get in an hour and in a day, and who gets nothing more. */
export function createMailer(options: MailerOptions): Mailer {
  const { store, log, limit, frame } = options;
  const transport = options.transport ?? openTransport(options);

  /** Undefined when the mail may leave now. */
  async function refusal(mail: Pick<Mail<never>, 'kind' | 'limit'>, to: string, context: JobContext): Promise<Outcome> {
    if (mail.limit === 'none') return undefined;
    const { id, now } = context;
    const key = addressKey(parseMailbox(to).address);
    if (context.released) return letThrough({ jobId: id, key, kind: mail.kind, at: now() });
    const suppressed = await suppressionOf(store.db, key);
    if (suppressed !== undefined) return { hold: `nothing is sent to this address: ${suppressed}` };
    const place = await reserve(store, { jobId: id, key, kind: mail.kind, at: now() }, limit);
    if (place.ok) return undefined;
    // One that had its place and only failed to leave is owed to the visitor.
    if (mail.limit === 'hold' && !place.again) return { hold: 'too many mails to this address' };
    return { retryAt: place.opensAt, reason: 'as many mails as this address may get have left' };
  }

  /** A person vouches for the address and for this mail; what is sent later is held to the rules again. */
  async function letThrough(reservation: Reservation): Promise<undefined> {
    await unsuppress(store.db, reservation.key);
    await takePlace(store.db, reservation);
  }

  return {
    probes: { [mailResource]: () => transport.works() },
    close: () => transport.close(),
    send: async (mail, props, { to, replyTo, attachments }, context) => {
      const recipients = typeof to === 'string' ? [to] : to;
      if (mail.limit !== 'none' && recipients.length !== 1) throw new Error('a mail to visitors has one recipient');
      const refused = await refusal(mail, recipients[0]!, context);
      if (refused) return refused;
      const { id, now } = context;
      const rendered = await renderMail(mail, props, frame);
      try {
        await transport.send({ id, to: recipients, replyTo, ...rendered, attachments, date: new Date(now()) }, context.signal);
      } catch (error) {
        const unknown = error instanceof Refused && error.unknownUser && mail.limit !== 'none';
        if (unknown)
          await suppress(store.db, addressKey(parseMailbox(recipients[0]!).address), 'its mail server knows no such mailbox', now());
        throw error;
      }
      log.debug({ job: id, mail: mail.kind }, 'mail sent');
      context.recovered(mailResource);
      return undefined;
    },
  };
}
