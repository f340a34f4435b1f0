// Which of the built files a page's document carries and names, read from Vite's manifests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import type { DocumentParts } from '../../site/app/document.ts';
import { LAYERS, root } from './vite-configs.ts';

export type Manifest = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>;

const CLIENT = 'site/client/main.ts';
const HEAD_SCRIPT = 'site/client/head-script.ts';
/** The weights of what is read first; the others load when a page uses them. */
const FONTS = ['barlow-400', 'barlow-600'];

export type Build = {
  /** The folder that is served. */
  site: string;
  /** Of what browsers load, and of what renders the pages. */
  manifests: { browser: Manifest; prerender: Manifest };
};

/** What every document has in common. */
export async function sharedParts({ manifests }: Build): Promise<Pick<DocumentParts, 'client' | 'headScript' | 'fonts'>> {
  return {
    client: `/${chunkOf(manifests.browser, CLIENT).file}`,
    headScript: await inlineScript(HEAD_SCRIPT),
    fonts: FONTS.map((name) => `/${fontFile(manifests.prerender, name)}`),
  };
}

/** The styles of a page with the islands in it. */
export async function stylesOf({ site, manifests }: Build, component: string, islands: readonly string[]) {
  const keys = islands.map((name) => `site/islands/${name}.tsx`);
  const worn = sheetsOf(manifests.prerender, ['site/app/prerender.tsx', `site/pages/${component}/page.tsx`, ...keys]);
  const texts = await Promise.all(worn.map((file) => readFile(join(site, file), 'utf8')));
  return {
    css: `@layer ${LAYERS.join(',')};${texts.map((text) => text.trim()).join('')}`,
    styleSheets: sheetsOf(manifests.browser, keys).map((file) => `/${file}`),
  };
}

/** A small script of the site as the text to put into pages. */
async function inlineScript(file: string): Promise<string> {
  const path = join(root, file);
  const plain = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
  if (/\b(import|export)\s/.test(plain.code)) throw new Error(`${file} goes into pages as it stands, so it cannot import`);
  const { code } = await minify(path, plain.code, { compress: true, mangle: true });
  return code.trim();
}

function sheetsOf(manifest: Manifest, keys: readonly string[]): string[] {
  const all = new Set<string>();
  for (const key of keys) closure(manifest, key, all);
  return [...new Set([...all].flatMap((key) => chunkOf(manifest, key).css ?? []))];
}

/** Adds a chunk and what it imports statically, imports first. */
function closure(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  for (const name of chunkOf(manifest, key).imports ?? []) closure(manifest, name, seen);
  seen.add(key);
}

function chunkOf(manifest: Manifest, key: string): Manifest[string] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is in no bundle`);
  return chunk;
}

function fontFile(manifest: Manifest, name: string): string {
  const found = Object.entries(manifest).find(([key]) => key.endsWith(`/${name}.woff2`));
  if (!found) throw new Error(`the font ${name} is in no style sheet`);
  return found[1].file;
}
