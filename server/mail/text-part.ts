import { toPlainText } from '@react-email/render';

/** The text part of a mail, made of what stands in its card (layout.tsx): the frame is a reader's own. */
export function textOf(html: string): string {
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
