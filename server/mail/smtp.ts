import { Readable } from 'node:stream';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { PERHAPS_DONE_PAUSE } from '../queue/backoff.ts';
import { MAIL_REFUSED } from '../queue/job-causes.ts';
import { PermanentFailure, TryLater, Unavailable } from '../queue/job.ts';
import type { Log } from '../kernel/log.ts';
import { plainText } from '../kernel/plain-text.ts';
import { parseMailbox, withoutAddresses } from '../kernel/address.ts';
import { createPlaces } from '../kernel/places.ts';
import { atDeadline } from '../kernel/deadline.ts';
import { aboutWhat } from './smtp-answer.ts';
import {
  createComposer,
  mailResource,
  type Message,
  type Rejection,
  type SendOptions,
  type Transport,
  type WrittenMessage,
} from './message.ts';

/** The mail server refuses this mail for good; `unknownUser` when there is no such mailbox. */
export class Refused extends PermanentFailure {
  override name: string;
  readonly unknownUser: boolean;

  constructor(message: string, unknownUser: boolean) {
    super(message);
    // Stored with the job; alerts tell by it a visitor's typing error from a fault of ours (alerts/alert-causes.ts).
    this.name = unknownUser ? 'UnknownMailbox' : 'Refused';
    this.unknownUser = unknownUser;
  }
}

/** The mail server refuses the mail as a whole, for now at least. */
export class MailRefused extends TryLater {
  // Stored with the job (queue/job-causes.ts).
  override name = MAIL_REFUSED;

  constructor(message: string) {
    super(message, PERHAPS_DONE_PAUSE);
  }
}

export type SmtpOptions = { url: string; from: string; log: Log; patience?: Partial<Patience>; connections?: number };

/** Milliseconds: to connect, for each step until the server has the message, and for all of it. With the message, its scanner may take minutes. */
type Patience = { connection: number; step: number; whole: number };

/** The whole, which MAIL_PATIENCE sets, is shorter than a try during an outage may take (queue/outages.ts). */
const usual: Patience = { connection: 10_000, step: 60_000, whole: 170_000 };

/** Sends by a mail server, over a few connections that are kept. */
export function openSmtp({ url, from, log, patience, connections = 4 }: SmtpOptions): Transport {
  const { connection, step, whole } = { ...usual, ...patience };
  const options = {
    url,
    maxConnections: connections,
    // The queue repeats mails, not nodemailer.
    maxRequeues: 1,
    connectionTimeout: connection,
    greetingTimeout: connection,
    dnsTimeout: connection,
    socketTimeout: whole,
  } as const;
  const write = createComposer(from);
  let opened: ReturnType<typeof load> | undefined;
  const load = async () => new (await import('nodemailer/lib/smtp-pool')).default(options);
  // Mails wait here for a connection, not in nodemailer: their time begins when they have one.
  const turns = createPlaces(connections);
  return {
    send: (message, how = {}) => turns(how.onTurn, () => sendNow(message, how)),
    close: () => void opened?.then((pool) => pool.close()),
  };

  async function sendNow(message: Message, { signal, markPerhapsDone }: SendOptions): Promise<Rejection[]> {
    const [pool, written] = await Promise.all([(opened ??= load()), write(message)]);
    // A server that answers byte by byte would never meet another timeout.
    const ending = new AbortController();
    const abort = () => ending.abort();
    const endWait = atDeadline(whole, signal, abort);
    const timer = setTimeout(abort, Math.min(step, whole));
    const handing: Handing = { markPerhapsDone, timer };
    const sent = sendBy(pool, written, { handing, signal: ending.signal }).finally(() => {
      clearTimeout(timer);
      endWait();
    });
    const info = await sent.catch((error: unknown) => {
      throw handing.fault ?? classify(error, message.to, handing.over === true);
    });
    if (info.rejected.length > 0) log.warn({ job: message.id, refused: info.rejected.length }, 'the mail server refused some recipients');
    return (info.rejectedErrors ?? []).map((error) => rejectionOf(error, message.to));
  }
}

/** How far the transfer of a message has come. `timer` ends it unless it goes on. */
type Handing = { timer: NodeJS.Timeout; markPerhapsDone: (() => Promise<void>) | undefined; over?: boolean; fault?: Error };

type Sending = { handing: Handing; signal: AbortSignal };

/** Gives a composed message to nodemailer's pool in the form in which nodemailer itself hands over messages, so that it does not compose it again. */
function sendBy(pool: SMTPPool, { envelope, content }: WrittenMessage, { handing, signal }: Sending): Promise<SMTPPool.SentMessageInfo> {
  const message = {
    getEnvelope: () => envelope,
    messageId: () => '',
    getHeader: () => '',
    createReadStream: () => Readable.from(handOver(content, handing), { objectMode: false, highWaterMark: 1 }),
  };
  const mail = { data: { signal }, message } as unknown as Parameters<SMTPPool['send']>[0];
  return new Promise((resolve, reject) => pool.send(mail, (error, info) => (info === undefined ? reject(error) : resolve(info))));
}

/** Bytes that are handed over at once. */
const PIECE = 65_536;

/** Watches the message on its way to the server, which accepts it after the last byte. */
async function* handOver(content: Buffer, handing: Handing): AsyncGenerator<Buffer> {
  try {
    await handing.markPerhapsDone?.();
  } catch (error) {
    handing.fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  }
  for (let at = 0; at < content.length; at += PIECE) {
    handing.timer.refresh();
    yield content.subarray(at, at + PIECE);
  }
  clearTimeout(handing.timer);
  handing.over = true;
}

function rejectionOf(error: SmtpError & { recipient?: string }, to: readonly string[]): Rejection {
  const at = error.recipient ?? '';
  const said = plainAnswer(error.response ?? error.message, to);
  return { to: to.find((one) => parseMailbox(one).address === at) ?? at, later: (error.responseCode ?? 500) < 500, said };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * What a failure means: a recipient or a mail refused for good (5xx), this mail not now (4xx), or no mail at all for the time being
 * (connection, sign-in, sender refused, and whatever the server says of itself rather than of the mail).
 * @param over the server had all of the mail: without an answer it may have taken it
 */
function classify(thrown: unknown, to: readonly string[], over: boolean): Error {
  const error = thrown as SmtpError;
  const { responseCode: code, command = '', response = '' } = error;
  const said = plainAnswer(`${command}: ${response || error.message}`, to);
  // Never sent: this mail is larger than the server takes, or cannot be addressed.
  if (code === undefined && (error.code === 'EMESSAGE' || error.code === 'EENVELOPE') && !over)
    return new Refused(`this mail cannot be sent: ${said}`, false);
  if (code === undefined) return unavailable(error, to, over);
  switch (aboutWhat({ code, command, response, to })) {
    case 'server':
      return unavailable(error, to);
    case 'later':
      return new Error(`the mail server wants it later: ${said}`);
    // It may be refused because of our account, or by a filter's mistake: some servers say so only after the message.
    case 'content':
      return new MailRefused(`the mail server refuses it: ${said}`);
    case 'unknown':
      return new Refused(`the mail server refuses it: ${said}`, true);
    case 'recipient':
    case 'size':
      return new Refused(`the mail server refuses it: ${said}`, false);
  }
}

function unavailable(error: SmtpError, to: readonly string[], perhapsDone = false): Unavailable {
  const said = [error.code, error.response ?? error.message].filter(Boolean).join(' ');
  const words = perhapsDone ? 'the mail server had the mail, and did not say whether it takes it' : 'mail cannot leave';
  return new Unavailable(mailResource, `${words}: ${plainAnswer(said, to)}`, { perhapsDone, mend: isTls(error) ? mendTls : mendMail });
}

const mendMail = 'MAIL_URL says which mail server, port, user and password';
const mendTls = `${mendMail}, and how it encrypts: smtps:// from the first byte on, as at port 465; smtp:// begins without, as at port 587 or 25. A certificate must be for its host`;

/** Whether encryption failed, or a server that speaks first was waited for in vain, as one that waits for encryption. */
function isTls({ code, message }: SmtpError): boolean {
  return code === 'ETLS' || /ssl|tls|certificate|greeting never received/i.test(message);
}

/** What a mail server said, without control characters and addresses: it may send anything. */
function plainAnswer(said: string, to: readonly string[]): string {
  const names = to.map((one) => parseMailbox(one).address.replace(/@.*$/s, '')).filter((name) => name.length > 3);
  const text = withoutAddresses(plainText(said, 400));
  return names.reduce((rest, name) => rest.replaceAll(new RegExp(name.replaceAll(/\W/g, '\\$&'), 'gi'), '[address]'), text);
}
