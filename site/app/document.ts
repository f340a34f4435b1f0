import type { Words } from '../../contract/content-fields.ts';
import { placeholders } from '../../contract/placeholders.ts';
import type { PageRow } from '../../contract/pages.ts';
import { themeOf } from '../../contract/theme.ts';
import { dark, light } from '../../ui/tokens.ts';
import { WORDS_ID } from '../content/declared.ts';
import { iconLinks } from './icon-links.ts';
import { PRINT_FOOT } from '../frame/print-foot.ts';
import { MANIFEST } from './search.ts';
import layerOrder from '../../ui/styles/layers.css?inline';

export type DocumentParts = {
  css: string;
  fonts: readonly string[];
  /** Fonts of content below the first view. */
  laterFonts: readonly string[];
  headScript: string;
  client: string;
  /** Words that staff changed, for the page's scripts to show. */
  words?: Words;
};

export function documentHtml(page: PageRow, rendered: string, parts: DocumentParts): string {
  const [head, body] = splitHead(rendered);
  const settings = Object.entries(placeholders).map(([name, value]) => ` data-${name}="${value}"`);
  const scripts = page.scripts !== false;
  return [
    `<!doctype html><html lang="en-GB" data-theme="${themeOf(page.path)}" data-page="${attribute(page.path)}"${settings.join('')}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    scripts ? `<script data-client="${parts.client}">${parts.headScript}</script>` : '',
    head,
    ...parts.fonts.map((font) => `<link rel="preload"${FONT} href="${font}">`),
    `<style>${PRINT_FOOT}${layerOrder}${parts.css}</style><meta name="theme-color" content="${{ light, dark }[themeOf(page.path)].canvas}">`,
    iconLinks(),
    wordsScript(parts.words ?? {}),
    scripts
      ? LATER + parts.laterFonts.map((font) => `<link rel="later" data-rel="preload"${FONT} href="${font}">`).join('') + SPECULATION
      : '',
    `</head><body>${body}</body></html>`,
  ].join('');
}

/** Escapes an attribute's value: the path of a campaign's draft may contain anything that staff typed. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Placed in the head, because in the body it would count as a sibling in selectors such as `:nth-child`. */
function wordsScript(words: Words): string {
  if (Object.keys(words).length === 0) return '';
  return `<script type="application/json" id="${WORDS_ID}">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>`;
}

const FONT = ' as="font" crossorigin';

/** Browsers ignore the unknown `rel="later"`: the link is loaded after the first view, once the browser is idle (site/client/frame.ts). */
const LATER = `<link rel="later" href="/${MANIFEST}" data-rel="manifest">`;

/** Links to our pages are prerendered when a pointer rests on or presses them, except files and links to other windows. */
const OURS = { href_matches: '/*' };
const FILES = { selector_matches: '[download],[target],[rel~=external],[role=button]' };
const SPECULATION = `<script type="speculationrules">${JSON.stringify({
  prerender: [{ where: { and: [OURS, { not: FILES }] }, eagerness: 'moderate' }],
})}</script>`;

/** React puts a page's title, meta, link and style elements before everything else; they belong in the head. */
function splitHead(rendered: string): [head: string, body: string] {
  const head = /^(?:<title>[^<]*<\/title>|<style\b[^>]*>[^<]*<\/style>|<(?:meta|link)\b[^>]*>)*/.exec(rendered)?.[0] ?? '';
  return [head, rendered.slice(head.length)];
}
