import type { SendMailOptions } from 'nodemailer';
import { PermanentFailure } from '../jobs/job.ts';
import { isSendable, parseMailbox } from './address.ts';

export type Attachment = { filename: string; contentType: string; content: Buffer };

/** A mail that is ready to leave. */
export type Message = {
  /** The job's id: the same mail has the same Message-ID at every attempt. */
  id: string;
  to: readonly string[];
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[] | undefined;
  date: Date;
};

/** The way out. Where it is closed for everybody, `send` throws Unavailable; for one mail, Refused. */
export type Transport = {
  send: (message: Message, signal?: AbortSignal) => Promise<void>;
  /** Whether mail can leave at the moment. */
  works: () => Promise<boolean>;
  close: () => void;
};

/** What jobs wait for while mail cannot leave. */
export const mailResource = 'mail';

/**
 * The message as nodemailer takes it. Addresses and header values are data, never syntax.
 * @throws PermanentFailure when an address cannot stand in a header
 */
export function compose(message: Message, from: string): SendMailOptions {
  const sender = parseMailbox(from);
  const { replyTo } = message;
  return {
    from: sender,
    to: message.to.map(recipient),
    ...(replyTo === undefined ? {} : { replyTo: recipient(replyTo) }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id.replace(/[^\w.-]/g, '')}@${sender.address.split('@').at(-1)}>`,
    date: message.date,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: (message.attachments ?? []).map((attachment) => ({ ...attachment })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function recipient(text: string): { name: string; address: string } {
  const mailbox = parseMailbox(text);
  if (!isSendable(mailbox.address)) throw new PermanentFailure('the address cannot be written into a mail');
  return mailbox;
}
