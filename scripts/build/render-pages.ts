// Every page as a file with all that it wears, and the table of files that the server reads.
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify, transformWithOxc, type Rolldown } from 'vite';
import type { PageRow } from '../../contract/pages.ts';
import { root } from '../setup/root.mjs';
import { contentSecurityPolicy } from './csp.ts';
import { layerOrder } from './style-layers.ts';

/** The weights of what is read first; the others load when a page uses them. */
const FONTS = /[/]barlow-[46]00-[^/]*[.]woff2$/;

type Prerender = typeof import('../../site/app/prerender.tsx');
export type Bundle = Rolldown.RolldownOutput['output'];

/**
 * Writes all that the folder to be served lacks after bundling.
 * @param made the folder of both bundles
 * @returns what dist/site.json says: each page by its path, and every other file
 */
export async function renderPages(made: string, { browser, pages }: { browser: Bundle; pages: Bundle }) {
  const site = join(made, 'site');
  const { everyPage, documentHtml, renderPage, searchFiles }: Prerender = await import(
    pathToFileURL(join(made, 'render/prerender.js')).href
  );
  const fonts = pages.map(({ fileName }) => fileName).filter((file) => file.endsWith('.woff2'));
  for (const font of fonts) await rename(join(made, 'render', font), join(site, font));
  for (const [name, text] of Object.entries(searchFiles)) await writeFile(join(site, name), text);
  const assets = await filesUnder(site);
  const shared = {
    client: `/${chunkOf(browser, 'site/client/main.ts').fileName}`,
    headScript: await headScript(),
    fonts: fonts.filter((font) => FONTS.test(font)).map((font) => `/${font}`),
  };

  async function renderFile(page: PageRow) {
    const rendered = await renderPage(page);
    const islands = rendered.islands.map((name) => `site/islands/${name}.tsx`);
    const worn = sheetsOf(pages, ['site/app/prerender.tsx', `site/pages/${page.component}/page.tsx`, ...islands]);
    const css = layerOrder + worn.map((sheet) => textOf(pages, sheet)).join('');
    const html = documentHtml(page, rendered.html, { ...shared, css });
    const file = page.path === '/' ? 'index.html' : `${page.path.replace(/^\//, '').replace(/\?\w+=/, '/')}.html`;
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), html);
    const status = page.path === '404' ? 404 : (page.status ?? 200);
    const csp = contentSecurityPolicy(html, { scripts: page.scripts !== false });
    return [page.path, { file, status, csp, ...(page.until && { until: page.until }) }] as const;
  }
  const rows = everyPage.map((page) =>
    renderFile(page).catch((cause: unknown) => {
      throw new Error(`could not make ${page.path} of site/pages/${page.component}/page.tsx`, { cause });
    }),
  );
  return { pages: Object.fromEntries(await Promise.all(rows)), assets };
}

export async function headScript(): Promise<string> {
  const file = join(root, 'site/client/head-script.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  if (/\b(import|export)\s/.test(code)) throw new Error(`${file} goes into pages as it stands, so it cannot import`);
  return (await minify(file, code, { compress: true, mangle: true })).code.trim();
}

/** As addresses. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => file.slice(folder.length).replaceAll('\\', '/')).sort();
}

/** The style sheets of modules and of all that they import, the imported ones first. */
function sheetsOf(bundle: Bundle, modules: readonly string[]): string[] {
  const seen = new Set<Rolldown.OutputChunk>();
  const sheets = new Set<string>();
  function visit(chunk: Rolldown.OutputChunk) {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const item of bundle) if (item.type === 'chunk' && chunk.imports.includes(item.fileName)) visit(item);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
  }
  for (const module of modules) visit(chunkOf(bundle, module));
  return [...sheets];
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const path = join(root, module).replaceAll('\\', '/');
  const found = bundle.find((item) => item.type === 'chunk' && item.facadeModuleId === path);
  if (found?.type !== 'chunk') throw new Error(`${module} is in no bundle`);
  return found;
}

function textOf(bundle: Bundle, file: string): string {
  const found = bundle.find(({ fileName }) => fileName === file);
  return found?.type === 'asset' ? String(found.source).trim() : '';
}
