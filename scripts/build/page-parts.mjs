// Which of the browser's files a page needs, read from Vite's manifest.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import { LAYERS, root } from './vite-configs.mjs';

/** @typedef {Record<string, { file: string, css?: string[], imports?: string[], dynamicImports?: string[] }>} Manifest */

const ENTRY = 'site/app/browser.tsx';
/** Parts of a page whose code comes after it. They are rendered with it, and wear their styles from the first paint on. */
const LATER = /\.later\.tsx$/;
/** The weights of what is read first; the others load when a page uses them. */
const FONTS = ['barlow-400', 'barlow-600'];

/**
 * What one page's document carries and names. A still page's own code is left out.
 * @param {string} site @param {Manifest} manifest @param {{ component: string, still?: true }} page
 */
export async function readPageParts(site, manifest, { component, still }) {
  const frame = closure(manifest, ENTRY);
  const own = closure(manifest, `site/pages/${component}.tsx`).filter((key) => !frame.includes(key));
  const chunks = chunksAt(manifest, [...frame, ...own]);
  if (still) await requireStill(site, component, chunksAt(manifest, own));
  const later = chunksAt(manifest, own).flatMap((chunk) => (chunk.dynamicImports ?? []).filter((key) => LATER.test(key)));
  const worn = [...chunks, ...later.flatMap((key) => chunksAt(manifest, closure(manifest, key)))];
  const sheets = [...new Set(worn.flatMap((chunk) => chunk.css ?? []))];
  const texts = await Promise.all(sheets.map((file) => readFile(join(site, file), 'utf8')));
  return {
    css: `@layer ${LAYERS.join(',')};${texts.map((text) => text.trim()).join('')}`,
    styleSheets: sheets.map((file) => `/${file}`),
    entry: `/${manifest[ENTRY]?.file}`,
    modules: chunksAt(manifest, still ? frame : [...frame, ...own]).map((chunk) => `/${chunk.file}`),
    fonts: FONTS.map((name) => `/${fontFile(manifest, name)}`),
  };
}

/** The files of a chunk that loads on demand, scripts first. @param {Manifest} manifest @param {string} key @param {boolean} withCss */
export function chunksOf(manifest, key, withCss) {
  const entry = closure(manifest, ENTRY);
  const own = closure(manifest, key).filter((name) => !entry.includes(name));
  const chunks = chunksAt(manifest, own);
  const css = withCss ? chunks.flatMap((chunk) => chunk.css ?? []) : [];
  return [...new Set([...chunks.map((chunk) => chunk.file), ...css])].map((file) => `/${file}`);
}

/** A small script of the site as the text to put into pages. @param {string} file */
export async function inlineScript(file) {
  const path = join(root, file);
  const plain = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
  if (/\b(import|export)\s/.test(plain.code)) throw new Error(`${file} goes into pages as it stands, so it cannot import`);
  const { code } = await minify(path, plain.code, { compress: true, mangle: true });
  return code.trim();
}

/** What would not work in a page that loads no code of its own. */
const LIVES =
  /\buse(?:State|Reducer|Effect|LayoutEffect|SyncExternalStore)\b|\bon(?:Click|Change|Input|Submit|Focus|Blur|Key|Pointer|Mouse)\w*:/;

/** @param {string} site @param {string} component @param {{ file: string }[]} chunks */
async function requireStill(site, component, chunks) {
  for (const { file } of chunks) {
    const found = LIVES.exec(await readFile(join(site, file), 'utf8'))?.[0];
    if (found) throw new Error(`site/pages/${component}.tsx is still in contract/pages.ts, yet its code has ${found}`);
  }
}

/** @param {Manifest} manifest @param {string[]} keys */
function chunksAt(manifest, keys) {
  return keys.map((key) => manifest[key]).filter((chunk) => chunk !== undefined);
}

/** A chunk and what it imports statically, each once, imports first. @param {Manifest} manifest @param {string} key @param {Set<string>} [seen] @returns {string[]} */
function closure(manifest, key, seen = new Set()) {
  if (seen.has(key) || !manifest[key]) return [];
  seen.add(key);
  return [...(manifest[key].imports ?? []).flatMap((name) => closure(manifest, name, seen)), key];
}

/** @param {Manifest} manifest @param {string} name */
function fontFile(manifest, name) {
  const found = Object.entries(manifest).find(([key]) => key.endsWith(`/${name}.woff2`));
  if (!found) throw new Error(`the font ${name} is in no style sheet`);
  return found[1].file;
}
