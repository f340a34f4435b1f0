import { placeholders } from '../../contract/placeholders.ts';
import { themeOf, type Page } from '../../contract/pages.ts';

/** The page's own files and texts, as the build found them. */
export type DocumentParts = {
  css: string;
  /** The files that `css` was read from, so that they are not loaded again. */
  styleSheets: string[];
  fonts: string[];
  entry: string;
  modules: string[];
  /** Files of the contact modal, for a click made before the page answers. */
  dialog: string[];
  early: string;
  starter: string;
};

/** The whole document around what React rendered. */
export function documentHtml(page: Page, rendered: string, parts: DocumentParts): string {
  const [head, body] = splitHead(rendered);
  const settings = Object.entries(placeholders).map(([name, value]) => ` data-${name}="${value}"`);
  const scripts = page.scripts !== false;
  return [
    `<!doctype html><html lang="en-GB" data-theme="${themeOf(page.path)}"${settings.join('')}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    scripts ? `<script>${parts.early}</script>` : '',
    head,
    ...parts.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`),
    `<style>${parts.css}</style>`,
    scripts ? parts.styleSheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" disabled>`).join('') : '',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    scripts ? starterScript(parts) : '',
    `</head><body><div id="root">${body}</div></body></html>`,
  ].join('');
}

function starterScript({ entry, modules, dialog, starter }: DocumentParts): string {
  const data = `data-entry="${entry}" data-modules="${modules.join(' ')}" data-dialog="${dialog.join(' ')}"`;
  return `<script ${data}>${starter}</script>`;
}

/** React puts a page's title, meta and link elements before everything else: they belong into the head. */
function splitHead(rendered: string): [head: string, body: string] {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(rendered)?.[0] ?? '';
  return [head, rendered.slice(head.length)];
}
