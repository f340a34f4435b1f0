// Writes every page as a file with its styles and fonts, and the table of files that the server reads.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify, transformWithOxc, type Manifest } from 'vite';
import { contentFieldsOf, type ContentField } from '../../contract/content-fields.ts';
import type { PageRow } from '../../contract/pages.ts';
import type { Worn } from '../../contract/rendering.ts';
import { root } from '../setup/root.mjs';

/**
 * Fonts that are used only if they arrive before the first paint, so that no text moves; otherwise from the next page on. A page preloads those of
 * its first view. The rest of Latin loads when a text needs it.
 */
const TEXT_FONTS = /[/]barlow-[46]00-[^/]*[.]woff2$/;
const FIGURE_FONT = /[/]barlow-condensed-500-[^/]*[.]woff2$/;

export type Prerender = typeof import('../../site/app/render-site.tsx');

/**
 * Writes the files of the site that bundling does not make.
 * @param made the folder of both bundles
 * @param client the address of the script of every page @param code all code that browsers load
 * @returns the content of dist/site.json: each page by its path, and every other file
 */
export async function renderPages(made: string, { client, code }: { client: string; code: string }) {
  const [site, render] = [join(made, 'site'), join(made, 'render')];
  const manifest = JSON.parse(await readFile(join(render, 'manifest.json'), 'utf8')) as Manifest;
  const pages: Prerender = await import(pathToFileURL(join(render, 'site.js')).href);
  const fonts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.woff2') ? [file] : []));
  for (const font of fonts) await rename(join(render, font), join(site, font));
  for (const [name, text] of Object.entries(pages.searchFiles)) await writeFile(join(site, name), text);
  const files = (await readdir(site, { recursive: true })).filter((file) => extname(file) !== '');
  const assets = files.map((file) => `/${file.replaceAll('\\', '/')}`).sort();
  const styles: Record<string, string> = {};
  const worn: Worn & { browserParts: readonly string[]; pages: Record<string, Worn['pages'][string]> } = {
    client,
    headScript: await headScript(),
    browserParts: [],
    styles,
    pages: {},
  };

  /** Renders a page, and notes the styles and fonts that it loads. */
  async function dress(page: PageRow, like: string, given?: Parameters<Prerender['renderPage']>[1]) {
    const { islands } = await pages.renderPage(page, given);
    const modules = ['app/render-site', `pages/${page.component}/page`, ...islands.map((name) => `islands/${name}`)];
    const sheets = [...new Set(modules.flatMap((module) => sheetsOf(manifest, `site/${module}.tsx`)))];
    for (const sheet of sheets) styles[sheet] ??= readFileSync(join(render, sheet), 'utf8').trim();
    const hasFigures = sheets.some((sheet) => styles[sheet]?.includes('var(--font-figures)'));
    const loaded = fonts.filter((font) => TEXT_FONTS.test(font) || (FIGURE_FONT.test(font) && hasFigures));
    // A page without a script could not load a font later.
    const isFirst = (font: string) => page.figuresFirst === true || page.scripts === false || TEXT_FONTS.test(font);
    const [first = [], later = []] = [true, false].map((now) => loaded.filter((font) => isFirst(font) === now).map((font) => `/${font}`));
    worn.pages[like] = { sheets, fonts: first, laterFonts: later };
  }

  async function renderFile(page: PageRow) {
    await dress(page, page.path);
    const { html, csp } = await pages.renderDocument(page, worn);
    const file = page.path === '/' ? 'index.html' : `${page.path.replace(/^\//, '').replace(/\?\w+=/, '/')}.html`;
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), html);
    return [page.path, { file, status: page.status ?? 200, csp, ...(page.until && { until: page.until }) }] as const;
  }
  const rows = pages.everyPage.map((page) =>
    renderFile(page).catch((cause: unknown) => {
      throw new Error(`could not make ${page.path} of site/pages/${page.component}/page.tsx`, { cause });
    }),
  );
  await Promise.all(pages.careersKinds.map(({ kind, page, openings }) => dress(page, kind, { openings })));
  await Promise.all(pages.campaignKinds.map(({ kind, page, campaign }) => dress(page, kind, { campaign })));
  const built = Object.fromEntries(await Promise.all(rows));
  // Loading the insights island declares the parts of the content that it shows.
  await import(pathToFileURL(join(render, 'insights.js')).href);
  worn.browserParts = [...pages.parts.keys()].filter((part) => new RegExp(`\\((['"\`])${part}\\1,`).test(code));
  await writeFile(join(render, 'worn.json'), JSON.stringify(worn));
  const fields: ContentField[] = [...pages.parts].flatMap(([part, shipped]) => contentFieldsOf(part, shipped));
  const [drawn] = fields.filter(({ path, kind }) => kind === 'list' && worn.browserParts.includes(path.split('.', 1)[0] ?? ''));
  if (drawn !== undefined) throw new Error(`${drawn.path} is drawn in the browser, which knows texts alone: its list cannot be open`);
  await writeFile(join(render, 'content.json'), JSON.stringify(fields));
  return { pages: built, assets };
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
