import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { elementAt } from '../../contract/checked.ts';
import { parseMailbox } from '../kernel/address.ts';
import { readAddresses } from '../kernel/addresses-in-text.ts';

export type KeptMail = {
  name: string;
  path: string;
  at: number;
  /** Whether it names other people too, or may do so, as a list for staff does. */
  shared: boolean;
};

export type MailQuestion = {
  /** Whether an address in a mail makes it one about the subject. */
  isNamed: (address: string) => boolean;
  jobIds: ReadonlySet<string>;
  isTheirs: (address: string) => boolean;
  /** Whether a job's mail is about the subject alone. */
  isAlone: (jobId: string) => Promise<boolean>;
};

/** Stored mails to a subject or about one: found by the job that made them, or by an address in them. */
export async function findKeptMails(dataDir: string, question: MailQuestion): Promise<KeptMail[]> {
  const folder = join(dataDir, 'mail');
  const found: KeptMail[] = [];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile() !== true) continue;
    const content = await readFile(path, 'latin1');
    const jobId = name.replace(/^\./, '').replace(/\.eml(\.tmp)?$/, '');
    if (!question.jobIds.has(jobId) && !hasAddress(content, question.isNamed)) continue;
    const shared = !isAddressedTo(content, question.isTheirs) && !(await question.isAlone(jobId));
    found.push({ name, path, at: about.mtimeMs, shared });
  }
  return found;
}

/** Whether a message contains an address that is meant, in any encoding of its parts. */
function hasAddress(content: string, isMeant: (address: string) => boolean): boolean {
  const decoded = [content, unquoted(content), ...decodedBlocks(content)];
  return decoded.some((text) => [text, withoutEscapes(text)].some((bytes) => readAddresses(utf8(bytes)).some(isMeant)));
}

function isAddressedTo(content: string, isTheirs: (address: string) => boolean): boolean {
  const head = content.slice(0, Math.max(0, content.search(/\r?\n\r?\n/))).replaceAll(/\r?\n[ \t]+/g, ' ');
  const to = /^to: *(.+)$/im.exec(head)?.[1] ?? '';
  const recipients = to.split(',').map((one) => parseMailbox(one).address);
  return recipients.length === 1 && isTheirs(elementAt(recipients, 0));
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes what an address has in a link (RFC 3986, section 2.1) and in HTML. */
function withoutEscapes(text: string): string {
  const marks: Record<string, string> = { '&amp;': '&', '&#x27;': "'", '&#39;': "'", '&quot;': '"' };
  const bare = text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return bare.replaceAll(/&(?:amp|#x27|#39|quot);/g, (mark) => marks[mark] ?? mark);
}

/** Decodes quoted-printable (RFC 2045, section 6.7). */
function unquoted(content: string): string {
  return content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodedBlocks(content: string): string[] {
  return [...content.matchAll(/(?:^[A-Za-z0-9+/]{4,}={0,2}\r?\n)+/gm)].map(([block]) => Buffer.from(block, 'base64').toString('latin1'));
}
