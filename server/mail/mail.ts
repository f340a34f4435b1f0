import type { ReactElement } from 'react';
import { plainText } from '../kernel/plain-text.ts';
import type { Frame } from './layout.tsx';

type ToPlainText = (typeof import('@react-email/render'))['toPlainText'];

/**
 * A kind of mail, declared once. `Body` is made of the elements of layout.tsx, which puts the frame around it; the text part is
 * made from the same.
 */
export type Mail<Props> = {
  kind: string;
  /**
   * How it is counted: `first` goes to an address that nobody has verified, `promised` follows from a click on a link, `awaited` from
   * what a verified visitor did just now and has to hear of, so that the limit of a day alone holds, and `none` is for staff, whom no
   * limit concerns. Beyond a limit it leaves later.
   */
  limit: 'first' | 'promised' | 'awaited' | 'none';
  /** Somebody wrote it: whoever is away may answer so, and no program takes it for a machine's. */
  byPerson?: true;
  subject(props: Props): string;
  preheader(props: Props): string;
  Body(props: Props): ReactElement;
};

export type Rendered = { subject: string; html: string; text: string };

export function defineMail<Props>(mail: Mail<Props>): Mail<Props> {
  return mail;
}

/** The mail in words and as HTML. React's renderer is loaded when the first one is written. */
export async function renderMail<Props>(mail: Mail<Props>, props: Props, frame: Frame): Promise<Rendered> {
  const [{ render, toPlainText }, { Layout }] = await Promise.all([import('@react-email/render'), import('./layout.tsx')]);
  const subject = plainText(mail.subject(props), 200);
  const preheader = plainText(mail.preheader(props), 200);
  const html = await render(Layout({ frame, subject, preheader, children: mail.Body(props) }));
  const left = frame.unsubscribe === undefined ? '' : `No more marketing from us: ${frame.unsubscribe}\n`;
  const text = textOf(html, toPlainText);
  // Whoever signs with the company's name has said it: it stands once.
  const company = text.endsWith(`\n${frame.company}`) ? '' : `${frame.company}\n`;
  return { subject, html, text: `${text}\n\n-- \n${company}${frame.offices.join(' · ')}\n${frame.url}\n${left}` };
}

/** The text part of a mail, made of what stands in its card (layout.tsx): the frame is a reader's own. */
export function textOf(html: string, toPlainText: ToPlainText): string {
  return toPlainText(html, {
    baseElements: { selectors: ['td.m-card'] },
    // An answer's lines are its own.
    preserveNewlines: true,
    selectors: [
      { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 1, trailingLineBreaks: 2 } },
      // What RFC 3986, appendix C, has around an address in a text: no stop or comma runs into it.
      { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
      { selector: 'a[href^="mailto:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'td', format: 'inline' },
      { selector: 'th', format: 'inlineSurround', options: { prefix: '', suffix: ': ' } },
    ],
  });
}
