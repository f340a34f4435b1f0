import type { Mailbox } from '../kernel/address.ts';

export type PlainMessage = {
  from: Mailbox;
  to: readonly Mailbox[];
  replyTo: Mailbox | undefined;
  messageId: string;
  date: Date;
  /** Names and values in the order in which they are sent; each value fits a header, and has words at which it may be folded. */
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
  html: string;
  /** A picture that the HTML shows: its part of the message, as `picturePart` makes it. */
  picture: string;
};

/** Whether an address is written as it is: others are written by nodemailer, which knows domains that are not ASCII. */
export function isAscii(address: string): boolean {
  return /^[\x21-\x7e]+$/.test(address);
}

/** A message without attachments (RFC 5322, RFC 2045). Done here, since nodemailer's streams take a millisecond for what is in every mail. */
export function writeMessage({ from, to, replyTo, messageId, date, headers, text, html, picture }: PlainMessage): string {
  const lines = [
    ...headers.map(([name, value]) => folded(`${name}: ${value}`)),
    folded(`From: ${written(from)}`),
    folded(`To: ${to.map(written).join(', ')}`),
    ...(replyTo === undefined ? [] : [folded(`Reply-To: ${written(replyTo)}`)]),
    `Message-ID: ${messageId}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${WHOLE}"`,
    '',
    `--${WHOLE}`,
    textPart('text/plain', text),
    `--${WHOLE}`,
    `Content-Type: multipart/related; type="text/html"; boundary="${RELATED}"`,
    '',
    `--${RELATED}`,
    textPart('text/html', html),
    `--${RELATED}`,
    picture,
    `--${RELATED}--`,
    '',
    `--${WHOLE}--`,
    '',
  ];
  return lines.join('\r\n');
}

/** A picture, for the messages that show it as `cid:ID`. */
export function picturePart({ filename, contentType, content, cid }: Picture): string {
  const base64 = content.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const about = `Content-Type: ${contentType}; name=${filename}\r\nContent-ID: <${cid}>\r\nContent-Transfer-Encoding: base64`;
  return `${about}\r\nContent-Disposition: inline; filename=${filename}\r\n\r\n${base64}`;
}

type Picture = { filename: string; contentType: string; content: Buffer; cid: string };

// Quoted-printable has no `=_`, so no part can hold such a line.
const WHOLE = '=_whole';
const RELATED = '=_related';

function textPart(type: string, content: string): string {
  const lines = content.replaceAll(/\r\n?/g, '\n').split('\n');
  const isPlain = lines.every((line) => line.length <= LONGEST && /^[\t\x20-\x7e]*$/.test(line) && !line.includes('=_'));
  const [encoding, body] = isPlain ? ['7bit', lines] : ['quoted-printable', lines.map(quotedPrintable)];
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body.join('\r\n')}`;
}

const LONGEST = 76;

function quotedPrintable(line: string): string {
  const encoded = line
    .replaceAll('=', '=3D')
    .replaceAll(/[^\t\x20-\x7e]+/g, (some) => Buffer.from(some).toString('hex').toUpperCase().replaceAll(/../g, '=$&'))
    .replace(/[\t ]$/, (space) => (space === ' ' ? '=20' : '=09'));
  if (encoded.length <= LONGEST) return encoded;
  const pieces: string[] = [];
  for (let at = 0; at < encoded.length;) {
    let end = Math.min(at + LONGEST - 1, encoded.length);
    // Not within =XX.
    if (end < encoded.length) end -= encoded[end - 1] === '=' ? 1 : encoded[end - 2] === '=' ? 2 : 0;
    pieces.push(encoded.slice(at, end));
    at = end;
  }
  return pieces.join('=\r\n');
}

function written({ name, address }: Mailbox): string {
  if (name === '') return address;
  const shown = headerValue(name);
  const isWritten = shown !== name || /^[\w ]*$/.test(name);
  return `${isWritten ? shown : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${address}>`;
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

/** Breaks a header's line at spaces, where it is longer than a line should be. */
function folded(line: string): string {
  if (line.length <= LONGEST) return line;
  const [name = '', first = '', ...words] = line.split(' ');
  let [whole, last] = ['', `${name} ${first}`];
  for (const word of words) {
    if (last.length + word.length < LONGEST) last += ` ${word}`;
    else [whole, last] = [`${whole}${last}\r\n`, ` ${word}`];
  }
  return whole + last;
}
