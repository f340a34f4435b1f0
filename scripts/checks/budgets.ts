// Checks the size of each page as sent, after Brotli, and of the code that the server loads at start, against budgets.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { limits } from '../../contract/limits.ts';
import { root } from '../setup/root.mjs';

const KB = 1024;

/** The same quality with which the server compresses pages (server/http/site.ts). */
const DOCUMENT = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Bytes after Brotli: a page's HTML, and the JavaScript that loads if a visitor only scrolls to the end; `withSlides`: with a carousel. */
const BUDGET = { html: limits.pageHtml, scripts: 8 * KB, withSlides: 8.25 * KB };

/** Code that a page loads when an element comes into sight, by the element's mark. */
const IN_SIGHT = [
  { mark: / data-counters[ =>]/, chunk: 'count-up-motion' },
  { mark: / data-slides[ =>]/, chunk: 'slides-motion' },
];

/** Code that is loaded after an action of the visitor: the page's script, the named chunks, and everything they import. */
const OPENED = [
  { what: 'an open contact dialog', chunks: ['contact-dialog'], bytes: 85 * KB },
  // A chart's code is loaded when its dialog draws it.
  { what: 'insights with its details', chunks: ['portfolios-and-papers', 'details-dialog'], bytes: 100 * KB },
];

const FRAMEWORK = /react\.(?:transitional\.)?element/;

const UNASKED = new Map([['download', 'a PDF is all that its page is for: whoever comes has asked for it, and React draws it']]);

export type Weight = {
  path: string;
  html: number;
  scripts: number;
  allowed: number;
  framework: string[];
  unasked: string[];
  blocking: string[];
};

export function weigh(dist: string): Weight[] {
  const { pages } = JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8')) as { pages: Record<string, { file: string }> };
  const site = join(dist, 'site');
  return Object.entries(pages).map(([path, { file }]) => {
    const html = readFileSync(join(site, file), 'utf8');
    const inSight = IN_SIGHT.flatMap(({ mark, chunk }) => (mark.test(html) ? [chunkOf(site, chunk)] : []));
    const scripts = [...withImports(site, [...firstScripts(html), ...inSight])];
    const allowed = html.includes(' data-slides') ? BUDGET.withSlides : BUDGET.scripts;
    const framework = scripts.filter((script) => FRAMEWORK.test(readFileSync(join(site, script), 'utf8')));
    const sizes = scripts.map((script) => sizeOf(join(site, script)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return { path, html: sizeOf(join(site, file)), scripts: total, allowed, framework, unasked: unasked(html), blocking: blocking(html) };
  });
}

export function overBudget(weights: readonly Weight[]): string[] {
  return weights.flatMap(({ path, html, scripts, allowed, framework, unasked: early, blocking: waits }) => [
    ...(html > BUDGET.html ? [`${path}: HTML of ${kb(html)}, ${kb(BUDGET.html)} allowed`] : []),
    ...(scripts > allowed ? [`${path}: JavaScript of ${kb(scripts)} before any intent, ${kb(allowed)} allowed`] : []),
    ...framework.map((script) => `${path}: ${script} brings React to every reader`),
    ...early.map((name) => `${path}: the island ${name} brings React without any intent`),
    ...waits.map((url) => `${path}: ${url} blocks rendering`),
  ]);
}

/** All code of the desk; it loads at once, before or after the sign-in. */
const DESK = { what: 'the desk, first load', bytes: 145 * KB };

export function weighDesk(dist: string): { what: string; scripts: number; over: string[] } {
  const folder = join(dist, 'desk');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...withImports(folder, firstScripts(html))].reduce((sum, script) => sum + sizeOf(join(folder, script)), 0);
  return {
    what: DESK.what,
    scripts,
    over: scripts > DESK.bytes ? [`${DESK.what}: JavaScript of ${kb(scripts)}, ${kb(DESK.bytes)} allowed`] : [],
  };
}

/** The code that the server loads before it listens. Node keeps it in memory, with two bytes per character if a file is not all ASCII. */
const SERVER = { what: 'the server, before it listens', bytes: 2 * KB * KB };

export function weighServer(dist: string): { what: string; scripts: number; over: string[] } {
  const folder = join(dist, 'server');
  const files = [...withImports(folder, ['/main.js'])].map((file) => ({ file, code: readFileSync(join(folder, file), 'latin1') }));
  const scripts = files.reduce((sum, { code }) => sum + code.length, 0);
  return {
    what: SERVER.what,
    scripts,
    over: [
      ...(scripts > SERVER.bytes ? [`${SERVER.what}: ${kb(scripts)}, ${kb(SERVER.bytes)} allowed: load by import() what few need`] : []),
      ...files.flatMap(({ file, code }) =>
        /[\x80-\xff]/.test(code) ? [`${SERVER.what}: ${file} is not ASCII, and takes twice its size`] : [],
      ),
      ...files.flatMap(({ file, code }) =>
        /from\s*["'](?:node:)?http["']/.test(code) ? [`${SERVER.what}: ${file} imports all of node:http, undici with it`] : [],
      ),
    ],
  };
}

export function weighOpened(dist: string): { what: string; scripts: number; over: string[] }[] {
  const site = join(dist, 'site');
  const first = firstScripts(readFileSync(join(site, 'index.html'), 'utf8'));
  return OPENED.map(({ what, chunks, bytes }) => {
    const files = chunks.map((chunk) => chunkOf(site, chunk));
    const scripts = [...withImports(site, [...first, ...files])].reduce((sum, script) => sum + sizeOf(join(site, script)), 0);
    const over = scripts > bytes ? [`${what}: JavaScript of ${kb(scripts)}, ${kb(bytes)} allowed`] : [];
    return { what, scripts, over };
  });
}

/** The address of a named chunk. */
function chunkOf(site: string, chunk: string): string {
  const found = readdirSync(join(site, 'assets')).find((file) => file.replace(/-[\w-]{8}\.js$/, '') === chunk);
  if (!found) throw new Error(`no chunk is called ${chunk}: name it in scripts/checks/budgets`);
  return `/assets/${found}`;
}

function firstScripts(html: string): string[] {
  const named = html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g);
  const preloaded = html.matchAll(/<link\b(?=[^>]*\srel="modulepreload")[^>]*\shref="([^"]+)"/g);
  const afterPaint = html.matchAll(/<script\b[^>]*\sdata-client="([^"]+)"/g);
  return [...named, ...preloaded, ...afterPaint].flatMap(([, url = '']) => (/^\/.*\.js$/.test(url) ? [url] : []));
}

function unasked(html: string): string[] {
  const islands = html.matchAll(/ data-island="([\w-]+)" data-when="(\w+)"/g);
  return [...islands].flatMap(([, name = '', when]) => (when === 'intent' || when === 'control' || UNASKED.has(name) ? [] : [name]));
}

function withImports(site: string, urls: readonly string[]): Set<string> {
  const all = new Set(urls);
  for (const url of all) {
    const code = readFileSync(join(site, url), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      all.add(posix.join(dirname(url), specifier));
    }
  }
  return all;
}

function blocking(html: string): string[] {
  const sheets = [...html.matchAll(/<link\b(?=[^>]*\srel="stylesheet")(?![^>]*\smedia="print")[^>]*\shref="([^"]+)"/g)];
  const scripts = [...html.matchAll(/<script\b(?![^>]*\s(?:async|defer|type="module"))[^>]*\ssrc="([^"]+)"/g)];
  return [...sheets, ...scripts].map(([, url]) => String(url));
}

/** The size of the compressed file that the build wrote. Documents are compressed by the server, after it has inserted its settings. */
function sizeOf(file: string): number {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? brotliCompressSync(readFileSync(file), DOCUMENT).length;
}

function kb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const weights = weigh(join(root, 'dist'));
  for (const { path, html, scripts } of weights)
    console.log(`${path.padEnd(24)}HTML ${kb(html).padStart(8)}   JavaScript ${kb(scripts).padStart(8)}`);
  const opened = [...weighOpened(join(root, 'dist')), weighDesk(join(root, 'dist')), weighServer(join(root, 'dist'))];
  for (const { what, scripts } of opened) console.log(`${what.padEnd(41)}JavaScript ${kb(scripts).padStart(8)}`);
  const over = [...overBudget(weights), ...opened.flatMap((one) => one.over)];
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}
