import type { SendMailOptions } from 'nodemailer';
import { PermanentFailure } from '../queue/job.ts';
import { plainText } from '../kernel/plain-text.ts';
import { isSendable, parseMailbox, type Mailbox } from '../kernel/address.ts';
import logo from './logo.png?inline';

export type Attachment = { filename: string; contentType: string; content: Buffer };

/** What calendars understand (RFC 6047): an invitation, or its end, as text/calendar. */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string };

export type Message = {
  /** The job's id: the same mail has the same Message-ID at every attempt. */
  id: string;
  to: readonly string[];
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[] | undefined;
  calendar?: CalendarPart | undefined;
  /** RFC 8058: an https address that takes a POST without more. */
  unsubscribe?: string | undefined;
  byPerson?: boolean | undefined;
  date: Date;
};

type SendOptions = {
  signal?: AbortSignal;
  /** Waited for when the server is ready to take the mail, and before it has all of it. */
  markPerhapsDone?: () => Promise<void>;
};

/** One of several recipients to whom the mail did not go. `later`: the server may take it then. */
export type Rejection = { to: string; later: boolean; said: string };

/**
 * The way out. Where it is closed for everybody, `send` throws Unavailable; for one mail, Refused.
 * @returns the recipients who were refused, where others were not
 */
export type Transport = {
  send: (message: Message, options?: SendOptions) => Promise<readonly Rejection[] | void>;
  close: () => void;
};

/** What jobs wait for while mail cannot leave. */
export const mailResource = 'mail';

/**
 * The message as nodemailer takes it. Addresses and header values are data, never syntax.
 * @throws PermanentFailure when an address cannot stand in a header
 */
export function compose(message: Message, from: string): SendMailOptions {
  const sender = mailboxOf(from);
  const replyTo = message.replyTo === undefined ? undefined : mailboxOf(message.replyTo);
  return {
    from: sender,
    to: message.to.map(recipient),
    // Without an address to reply to, the mail is still worth reading.
    ...(replyTo !== undefined && isSendable(replyTo.address) && { replyTo }),
    text: message.text,
    html: message.html,
    ...(message.calendar !== undefined && { icalEvent: { ...message.calendar, filename: 'invitation.ics' } }),
    messageId: `<${message.id.replace(/[^\w.-]/g, '')}@${sender.address.split('@').at(-1)}>`,
    date: message.date,
    headers: {
      Subject: { prepared: true, foldLines: true, value: headerValue(plainText(message.subject, SUBJECT_LENGTH)) },
      ...(message.byPerson !== true && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      ...(message.unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${message.unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: [
      logoFile,
      ...(message.attachments ?? []).map((attachment) => ({ ...attachment, filename: plainText(attachment.filename, NAME_LENGTH) })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
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

/**
 * A text as the value of a header, shown as it was typed and fit to be folded: what a reader would take for an encoded word is encoded
 * itself, and so is a word that is too long for a line of 78 characters (RFC 5322, 2.1.1; RFC 2047).
 */
export function headerValue(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') && !/\S{61}/.test(text);
  return plain ? text : encodedWords(text);
}

/** Each word holds whole characters only, and at most 75 characters with its frame. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 39) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/** nodemailer is loaded when the first mail is written. */
export function createComposer(from: string): (message: Message) => Promise<Buffer> {
  const load = async () => (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let composer: ReturnType<typeof load> | undefined;
  return async (message) => {
    composer ??= load();
    return (await (await composer).sendMail(compose(message, from))).message as Buffer;
  };
}

/** Of the picture in every mail. It travels with the mail: opening one asks no server for anything. */
export const LOGO_ID = 'logo';

const logoFile = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'),
  cid: LOGO_ID,
  contentDisposition: 'inline',
} as const;
