import type { SendMailOptions } from 'nodemailer';
import { PermanentFailure } from '../queue/job.ts';
import { plainText } from '../kernel/plain-text.ts';
import { isSendable, parseMailbox, type Mailbox } from '../kernel/address.ts';
import logo from './logo.png?inline';
import { headerValue, isAscii, picturePart, writeMessage } from './write-message.ts';

export type Attachment = { filename: string; contentType: string; content: Buffer };

/** What calendars understand (RFC 6047): an invitation, or its end, as text/calendar. */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string };

export type Message = {
  /** The sender, where it is another than the composer's. */
  from?: string | undefined;
  /** The job's id: the same mail has the same Message-ID at every attempt. */
  id: string;
  to: readonly string[];
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[] | undefined;
  calendar?: CalendarPart | undefined;
  /** RFC 8058: an https address at which a POST unsubscribes without a further step. */
  unsubscribe?: string | undefined;
  /** The company's icon, a PNG. Default: the one that ships. */
  picture?: Buffer | undefined;
  byPerson?: boolean | undefined;
  date: Date;
};

export type SendOptions = {
  signal?: AbortSignal;
  /** Awaited when the server is ready to take the mail, before any of it is handed over. */
  markPerhapsDone?: () => Promise<void>;
  /** Called where the mail had to wait for others, before it is sent: mail may have stopped leaving meanwhile. @throws what `send` throws then */
  onTurn?: () => Promise<void>;
};

/** One of several recipients to whom the mail did not go. `later`: the server may take it for them at a later attempt. */
export type Rejection = { to: string; later: boolean; said: string };

/**
 * How mails are sent. `send` throws Unavailable where no mail can be sent at present, and Refused where this mail is refused for good.
 * @returns the recipients who were refused, where others were not
 */
export type Transport = {
  send: (message: Message, options?: SendOptions) => Promise<readonly Rejection[] | void>;
  close: () => void;
};

/** What jobs wait for while mail cannot leave. */
export const mailResource = 'mail';

/**
 * The message as the text to send (`raw`), or, with attachments or an address that is not ASCII, in the form that nodemailer's composer takes.
 * Addresses and header values are data, never syntax.
 * @throws PermanentFailure when an address cannot stand in a header
 */
function compose(
  message: Message,
  from: string,
): (SendMailOptions & { raw?: never }) | (Pick<WrittenMessage, 'envelope'> & { raw: string }) {
  const sender = mailboxOf(message.from ?? from);
  const replyTo = message.replyTo === undefined ? undefined : mailboxOf(message.replyTo);
  const to = message.to.map(recipient);
  const addressed = {
    from: sender,
    to,
    // Without an address to reply to, the mail is still worth reading.
    replyTo: replyTo !== undefined && isSendable(replyTo.address) ? replyTo : undefined,
    messageId: `<${message.id.replace(/[^\w.-]/g, '')}@${sender.address.split('@').at(-1)}>`,
    date: message.date,
  };
  const headers = [
    ['Subject', headerValue(plainText(message.subject, SUBJECT_LENGTH))],
    ...(message.byPerson === true ? [] : AUTOMATIC),
    ...(message.unsubscribe === undefined ? [] : unsubscription(message.unsubscribe)),
  ] as const;
  const { text, html, calendar, attachments = [] } = message;
  const icon = { ...logoFile, content: message.picture ?? logoFile.content };
  const addresses = [sender, ...to, ...(addressed.replyTo === undefined ? [] : [addressed.replyTo])].map(({ address }) => address);
  if (calendar === undefined && attachments.length === 0 && addresses.every(isAscii)) {
    const envelope = { from: sender.address, to: to.map(({ address }) => address) };
    return { envelope, raw: writeMessage({ ...addressed, headers, text, html, picture: partOf(icon) }) };
  }
  return {
    ...addressed,
    text,
    html,
    ...(calendar !== undefined && { icalEvent: { ...calendar, filename: 'invitation.ics' } }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, { prepared: true, foldLines: name === 'Subject', value }])),
    attachments: [icon, ...attachments.map((attachment) => ({ ...attachment, filename: plainText(attachment.filename, NAME_LENGTH) }))],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type Header = readonly [name: string, value: string];

const AUTOMATIC: readonly Header[] = [
  ['Auto-Submitted', 'auto-generated'],
  ['X-Auto-Response-Suppress', 'All'],
];

function unsubscription(link: string): Header[] {
  return [
    ['List-Unsubscribe', `<${link}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/** Characters of a subject, far more than any program shows, and of a name. */
const SUBJECT_LENGTH = 200;
const NAME_LENGTH = 120;

function recipient(text: string): Mailbox {
  const mailbox = mailboxOf(text);
  if (!isSendable(mailbox.address)) throw new PermanentFailure('the address cannot be written into a mail');
  return mailbox;
}

function mailboxOf(text: string): Mailbox {
  const { name, address } = parseMailbox(text);
  return { name: plainText(name, NAME_LENGTH), address };
}

/** A message as it is sent, and the bare addresses between which it goes. */
export type WrittenMessage = { content: Buffer; envelope: { from: string | false; to: string[] } };

/** nodemailer's composer is loaded when the first mail that needs it is written. */
export function createComposer(from: string): (message: Message) => Promise<WrittenMessage> {
  const load = async () => (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let composer: ReturnType<typeof load> | undefined;
  return async (message) => {
    const composed = compose(message, from);
    if (composed.raw !== undefined) return { content: Buffer.from(composed.raw), envelope: composed.envelope };
    const { message: content, envelope } = await (await (composer ??= load())).sendMail(composed);
    return { content: content as Buffer, envelope };
  };
}

/** Content-ID of the picture in every mail. It is part of the mail, so that opening a mail asks no server for anything. */
export const LOGO_ID = 'logo';

const logoFile = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'),
  cid: LOGO_ID,
  contentDisposition: 'inline',
} as const;

/** The icon's part of a message, made once. */
function partOf(icon: Parameters<typeof picturePart>[0]): string {
  const part = parts.get(icon.content) ?? picturePart(icon);
  parts.set(icon.content, part);
  return part;
}

const parts = new WeakMap<Buffer, string>();
