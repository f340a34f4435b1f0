// Writes every page as a file with its styles and fonts, and the table of files that the server reads.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify, transformWithOxc, type Manifest } from 'vite';
import type { Openings } from '../../contract/careers-page.ts';
import type { PageRow } from '../../contract/pages.ts';
import { root } from '../setup/root.mjs';
import { contentSecurityPolicy } from './csp.ts';

/**
 * Fonts that are used only if they arrive before the first paint, so that no text moves; otherwise from the next page on. A page preloads those of
 * its first view. The rest of Latin loads when a text needs it.
 */
const TEXT_FONTS = /[/]barlow-[46]00-[^/]*[.]woff2$/;
const FIGURE_FONT = /[/]barlow-condensed-500-[^/]*[.]woff2$/;

export type Prerender = typeof import('../../site/app/prerender.tsx');

/**
 * Writes the files of the site that bundling does not make.
 * @param made the folder of both bundles
 * @param client the address of the script of every page
 * @returns the content of dist/site.json: each page by its path, and every other file
 */
export async function renderPages(made: string, client: string) {
  const [site, render] = [join(made, 'site'), join(made, 'render')];
  const manifest = JSON.parse(await readFile(join(render, 'manifest.json'), 'utf8')) as Manifest;
  const pages: Prerender = await import(pathToFileURL(join(render, 'prerender.js')).href);
  const fonts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.woff2') ? [file] : []));
  for (const font of fonts) await rename(join(render, font), join(site, font));
  for (const [name, text] of Object.entries(pages.searchFiles)) await writeFile(join(site, name), text);
  const files = (await readdir(site, { recursive: true })).filter((file) => extname(file) !== '');
  const assets = files.map((file) => `/${file.replaceAll('\\', '/')}`).sort();
  const shared = { client, headScript: await headScript() };

  async function documentOf(page: PageRow, openings?: Openings) {
    const rendered = await pages.renderPage(page, openings);
    const modules = ['app/prerender', `pages/${page.component}/page`, ...rendered.islands.map((name) => `islands/${name}`)];
    const sheets = new Set(modules.flatMap((module) => sheetsOf(manifest, `site/${module}.tsx`)));
    const css = [...sheets].map((sheet) => readFileSync(join(render, sheet), 'utf8').trim()).join('');
    const worn = fonts.filter((font) => TEXT_FONTS.test(font) || (FIGURE_FONT.test(font) && css.includes('var(--font-figures)')));
    // A page without a script could not load a font later.
    const isFirst = (font: string) => page.figuresFirst === true || page.scripts === false || TEXT_FONTS.test(font);
    const [first = [], later = []] = [true, false].map((now) => worn.filter((font) => isFirst(font) === now).map((font) => `/${font}`));
    const parts = { ...shared, css, fonts: first, laterFonts: later };
    const html = pages.documentHtml(page, rendered.html, parts);
    const csp = contentSecurityPolicy(html, { scripts: page.scripts !== false, inline: page.asksZone === true });
    return { html, worn: { ...parts, csp } };
  }

  async function renderFile(page: PageRow) {
    const { html, worn } = await documentOf(page);
    const file = page.path === '/' ? 'index.html' : `${page.path.replace(/^\//, '').replace(/\?\w+=/, '/')}.html`;
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), html);
    return [page.path, { file, status: page.status ?? 200, csp: worn.csp, ...(page.until && { until: page.until }) }] as const;
  }
  const rows = pages.everyPage.map((page) =>
    renderFile(page).catch((cause: unknown) => {
      throw new Error(`could not make ${page.path} of site/pages/${page.component}/page.tsx`, { cause });
    }),
  );
  // The parts that the server needs to render the pages of positions.
  const worn = pages.careersKinds.map(async ({ kind, page, openings }) => [kind, (await documentOf(page, openings)).worn] as const);
  await writeFile(join(render, 'careers.json'), JSON.stringify(Object.fromEntries(await Promise.all(worn))));
  return { pages: Object.fromEntries(await Promise.all(rows)), assets };
}

export async function headScript(): Promise<string> {
  const file = join(root, 'site/client/head-script.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  if (/\b(import|export)\s/.test(code)) throw new Error(`${file} goes into pages as it stands, so it cannot import`);
  return (await minify(file, code, { compress: true, mangle: true })).code.trim();
}

/** The style sheets of a module and of all its imports, the imported ones first. */
function sheetsOf(manifest: Manifest, module: string): string[] {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`${module} is in no bundle`);
  const { imports = [], css = [] } = chunk;
  return [...imports.flatMap((imported) => sheetsOf(manifest, imported)), ...css];
}
