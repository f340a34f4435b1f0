// Which of the browser's files a page needs, read from Vite's manifest.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import { LAYERS, root } from './vite-configs.mjs';

/** @typedef {Record<string, { file: string, css?: string[], imports?: string[] }>} Manifest */

const ENTRY = 'site/app/browser.tsx';
/** The weights of what is read first; the others load when a page uses them. */
const FONTS = ['barlow-latin-400-normal', 'barlow-latin-600-normal'];

/**
 * What one page's document carries and names.
 * @param {string} site @param {Manifest} manifest @param {string} component
 */
export async function readPageParts(site, manifest, component) {
  const needed = [...new Set([...closure(manifest, ENTRY), ...closure(manifest, `site/pages/${component}.tsx`)])];
  const chunks = needed.map((key) => manifest[key]).filter((chunk) => chunk !== undefined);
  const sheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  const texts = await Promise.all(sheets.map((file) => readFile(join(site, file), 'utf8')));
  return {
    css: `@layer ${LAYERS.join(',')};${texts.map((text) => text.trim()).join('')}`,
    styleSheets: sheets.map((file) => `/${file}`),
    entry: `/${manifest[ENTRY]?.file}`,
    modules: chunks.map((chunk) => `/${chunk.file}`),
    fonts: FONTS.map((name) => `/${fontFile(manifest, name)}`),
  };
}

/** The files of a chunk that loads on demand, scripts first. @param {Manifest} manifest @param {string} key @param {boolean} withCss */
export function chunksOf(manifest, key, withCss) {
  const entry = closure(manifest, ENTRY);
  const own = closure(manifest, key).filter((name) => !entry.includes(name));
  const chunks = own.map((name) => manifest[name]).filter((chunk) => chunk !== undefined);
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
