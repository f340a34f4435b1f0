// oxlint-disable-next-line typescript/triple-slash-reference -- other projects check this file, too, and know no declaration of the package
/// <reference path="./html-to-text.d.ts" />
import { compile } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import { plainText } from '../kernel/plain-text.ts';
import { Layout, type Frame } from './layout.tsx';
import type { Mail, Rendered } from './mail.ts';

/** A mail in words and as HTML. One that differs from others in an address alone is rendered once for all of them. */
export function renderMail<Props>(mail: Mail<Props>, props: Props, frame: Frame): Rendered {
  if (mail.blank === undefined) return render(mail, props, frame);
  const value = String(props[mail.blank]);
  const general = { ...props, [mail.blank]: BLANK };
  const key = JSON.stringify([mail.kind, general, frame]);
  const template = templates.get(key) ?? render(mail, general, frame);
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

function render<Props>(mail: Mail<Props>, props: Props, frame: Frame): Rendered {
  const subject = plainText(mail.subject(props), 200);
  const preheader = plainText(mail.preheader(props), 200);
  const markup = renderToStaticMarkup(Layout({ frame, subject, preheader, children: mail.Body(props) }));
  // React adds a hint to load each picture, which no mail program follows.
  const html = `${DOCTYPE}${markup.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')}`;
  const left = frame.unsubscribe === undefined ? '' : `No more marketing from us: ${frame.unsubscribe}\n`;
  const text = textOf(html);
  // Whoever signs with the company's name has said it: it stands once.
  const company = text.endsWith(`\n${frame.company}`) ? '' : `${frame.company}\n`;
  return { subject, html, text: `${text}\n\n-- \n${company}${frame.offices.join(' · ')}\n${frame.url}\n${left}` };
}

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The text part of a mail, made of what stands in its card (layout.tsx): the frame is a reader's own. */
export const textOf = compile({
  wordwrap: false,
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
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
    { selector: 'th', format: 'inlineSurround', options: { prefix: '', suffix: ': ' } },
  ],
});
