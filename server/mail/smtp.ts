import { PermanentFailure, Unavailable } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import { plainText } from './plain-text.ts';
import { parseMailbox, withoutAddresses } from './address.ts';
import { compose, mailResource, type Transport } from './message.ts';

/** The mail server refuses this mail for good; `unknownUser` when there is no such mailbox. */
export class Refused extends PermanentFailure {
  override name: string;
  readonly unknownUser: boolean;

  constructor(message: string, unknownUser: boolean) {
    super(message);
    // Stored with the job, and what tells a visitor's slip from a fault of ours (alerts/alert-causes.ts).
    this.name = unknownUser ? 'UnknownMailbox' : 'Refused';
    this.unknownUser = unknownUser;
  }
}

export type SmtpOptions = { url: string; from: string; log: Log; patience?: Partial<Patience> };

type Patience = { connection: number; socket: number; whole: number };

const usual: Patience = { connection: 10_000, socket: 30_000, whole: 120_000 };

export function openSmtp({ url, from, log, patience }: SmtpOptions): Transport {
  const { connection, socket, whole } = { ...usual, ...patience };
  const options = {
    url,
    pool: true,
    maxConnections: 4,
    // A job's own backoff is the one that counts.
    maxRequeues: 1,
    connectionTimeout: connection,
    greetingTimeout: connection,
    dnsTimeout: connection,
    socketTimeout: socket,
  } as const;
  const load = async () => (await import('nodemailer')).createTransport(options);
  let opened: ReturnType<typeof load> | undefined;
  const smtp = () => (opened ??= load());
  return {
    send: async (message, signal) => {
      // A server that drips its answers would pass every other timeout.
      const limits = [AbortSignal.timeout(whole), ...(signal ? [signal] : [])];
      const mail = { ...compose(message, from), signal: AbortSignal.any(limits) };
      const info = await (await smtp()).sendMail(mail).catch((error: unknown) => {
        throw classify(error, message.to);
      });
      // Of several recipients, one at least has it: to send again would send the others a second one.
      if (info.rejected.length > 0) log.warn({ job: message.id, refused: info.rejected.length }, 'the mail server refused some recipients');
    },
    works: async () => (await smtp()).verify().catch(() => false),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * What a failure means: a recipient or a mail refused for good (5xx), this mail not now (4xx), or
 * no mail at all for the time being (connection, sign-in, sender refused).
 */
function classify(thrown: unknown, to: readonly string[]): Error {
  const error = thrown as SmtpError;
  const { responseCode: code, command = '', response = '' } = error;
  const said = plainAnswer(`${command}: ${response || error.message}`, to);
  // Never sent: this mail is larger than the server takes, or cannot be addressed.
  if (code === undefined && (error.code === 'EMESSAGE' || error.code === 'EENVELOPE'))
    return new Refused(`this mail cannot be sent: ${said}`, false);
  if (code === undefined || code === 421 || code === 454) return unavailable(error, to);
  const concernsMail = command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && isTooLarge(code, response));
  if (!concernsMail) return unavailable(error, to);
  if (code < 500) return new Error(`the mail server wants it later: ${said}`);
  return new Refused(`the mail server refuses it: ${said}`, command === 'RCPT TO' && isUnknownUser(code, response));
}

function unavailable(error: SmtpError, to: readonly string[]): Unavailable {
  const said = [error.code, error.response ?? error.message].filter(Boolean).join(' ');
  return new Unavailable(mailResource, `mail cannot leave: ${plainAnswer(said, to)}`);
}

/** What a mail server said, without control characters and addresses: it may send anything. */
function plainAnswer(said: string, to: readonly string[]): string {
  const names = to.map((one) => parseMailbox(one).address.replace(/@.*$/s, '')).filter((name) => name.length > 3);
  const text = withoutAddresses(plainText(said, 400));
  return names.reduce((rest, name) => rest.replaceAll(new RegExp(name.replaceAll(/\W/g, '\\$&'), 'gi'), '[address]'), text);
}

function isTooLarge(code: number, response: string): boolean {
  return code === 552 || /\b[45]\.3\.4\b/.test(response);
}

/** No such mailbox, as against a server that refuses us: the enhanced code tells, else the plain one. */
function isUnknownUser(code: number, response: string): boolean {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response);
  if (enhanced) return /^5\.(1\.[1236]|1\.10|2\.1)$/.test(enhanced[0]);
  return [550, 551, 553].includes(code) && !/relay|spam|block|policy|reputation|denied|blacklist|listed/i.test(response);
}
