// oxlint-disable-next-line typescript/triple-slash-reference -- other projects check this file, too, and know no declaration of the package
/// <reference path="./html-to-text.d.ts" />
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { plainText } from '../kernel/plain-text.ts';
import type { Words } from '../../contract/content-fields.ts';
import { Layout, type Frame } from './layout.tsx';
import logo from './logo.png?inline';
import { sharedTexts, type Mail, type MailTexts, type Rendered, type SaidTexts } from './mail.ts';
import { LOGO_ID } from './message.ts';

/** The texts of a mail as staff changed them. */
function textsOf<Texts extends MailTexts>(mail: Pick<Mail<never, Texts>, 'kind' | 'texts'>, words: Words): SaidTexts<Texts> {
  const own = [['all', sharedTexts] as const, [mail.kind, mail.texts ?? {}] as const].flatMap(([kind, texts]) =>
    Object.entries<string>(texts).map(([name, shipped]) => [name, words[`mails.${kind}.${name}`] ?? shipped] as const),
  );
  return Object.fromEntries(own) as SaidTexts<Texts>;
}

/** A mail in words and as HTML. One that differs from others in an address alone is rendered once for all of them. */
export function renderMail<Props, Texts extends MailTexts>(mail: Mail<Props, Texts>, props: Props, frame: Frame): Rendered {
  const { words = {}, ...around } = frame;
  const worded = { ...around, texts: textsOf(mail, words) };
  if (mail.blank === undefined) return render(mail, props, worded);
  const value = String(props[mail.blank]);
  const general = { ...props, [mail.blank]: BLANK };
  const key = JSON.stringify([mail.kind, general, worded]);
  const template = templates.get(key) ?? render(mail, general, worded);
  if (templates.size > MOST_TEMPLATES) templates.clear();
  templates.set(key, template);
  const { subject, html, text } = template;
  return { subject, html: html.replaceAll(BLANK, () => escaped(value)), text: text.replaceAll(BLANK, () => value) };
}

const templates = new Map<string, Rendered>();
const MOST_TEMPLATES = 100;
/** Stands in a template for an address. Nothing that is sent has it. */
const BLANK = `https://${crypto.randomUUID()}.invalid/`;

/** As React writes a text. */
function escaped(text: string): string {
  return text.replaceAll(/["&'<>]/g, (character) => entities[character] ?? '');
}

const entities: Readonly<Record<string, string>> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' };

type WordedFrame<Texts> = Omit<Frame, 'words'> & { texts: SaidTexts<Texts> };

function render<Props, Texts extends MailTexts>(mail: Mail<Props, Texts>, props: Props, frame: WordedFrame<Texts>): Rendered {
  const { texts } = frame;
  const subject = plainText(mail.subject(props, texts), 200);
  const preheader = plainText(mail.preheader(props, texts), 200);
  const html = htmlOf(Layout({ frame, subject, preheader, children: mail.Body(props, texts) }));
  const left = frame.unsubscribe === undefined ? '' : `${texts.marketing} ${frame.unsubscribe}\n`;
  const text = textOf(html);
  // A mail that ends with the company's name already does not get it twice.
  const company = text.endsWith(`\n${frame.company}`) ? '' : `${frame.company}\n`;
  return { subject, html, text: `${text}\n\n-- \n${company}${frame.offices.join(' · ')}\n${frame.url}\n${left}` };
}

function htmlOf(page: ReactElement): string {
  // React adds a hint to load each picture, which no mail program follows.
  return `${DOCTYPE}${renderToStaticMarkup(page).replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')}`;
}

/**
 * A mail for whoever changes its texts: its subject and what stands beside it in an inbox are above it, and its picture is part of it.
 */
export function renderMarked(mail: Mail<never>, props: never, { frame, mark, picture }: MarkedWith): string {
  const { words = {}, ...around } = frame;
  const own = textsOf(mail, words);
  const texts = Object.fromEntries(
    Object.entries(own).map(([name, text]) => [name, String(mark(`mails.${name in sharedTexts ? 'all' : mail.kind}.${name}`, text))]),
  ) as SaidTexts<MailTexts>;
  const subject = plainText(mail.subject(props, own), 200);
  const html = htmlOf(Layout({ frame: { ...around, texts }, subject, preheader: '', children: mail.Body(props, texts) }));
  const above = [mail.subject(props, texts), mail.preheader(props, texts)].map((text) => `<p style="margin:0">${escaped(text)}</p>`);
  return html
    .replace(/<body[^>]*>/, (body) => `${body}<div style="padding:16px;font-family:sans-serif">${above.join('')}</div>`)
    .replaceAll(`cid:${LOGO_ID}`, picture ?? logo);
}

type MarkedWith = {
  frame: Frame;
  /** Marks each text of a part by its path. */
  mark: (part: string, content: unknown) => unknown;
  /** Address of the company's icon; undefined: the one that ships. */
  picture: string | undefined;
};

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The text part of a mail, made of what stands in its card (layout.tsx), without the frame around it. */
export const textOf = compile({
  wordwrap: false,
  baseElements: { selectors: ['td.m-card'] },
  // Keeps the line breaks of a text that somebody typed, such as an answer.
  preserveNewlines: true,
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    // Angle brackets around an address in a text (RFC 3986, appendix C), so that a full stop or comma after it is not taken for a part of it.
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="mailto:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
    { selector: 'th', format: 'inlineSurround', options: { prefix: '', suffix: ': ' } },
  ],
});
