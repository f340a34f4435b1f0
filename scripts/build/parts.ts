// The two parts of the build: the site (browser bundle and prerendered pages) and the server.
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'vite';
import type { PageRow } from '../../contract/pages.ts';
import type { Rendering } from '../../site/app/rendering.ts';
import { compressFolder } from './compress.ts';
import { contentSecurityPolicy } from './csp.ts';
import { sharedParts, stylesOf, type Manifest } from './page-files.ts';
import { browserConfig, prerenderConfig, renderConfig, root, serverConfig } from './vite-configs.ts';

type Say = (line: string) => void;

/** A page's row in dist/site.json. */
type PageFile = { file: string; status: number; csp: string; until?: string };

/** Builds dist/site, dist/site.json and dist/render. */
export async function buildSite(say: Say): Promise<void> {
  await withScratch('site', async (scratch) => {
    const site = join(scratch, 'site');
    await timed(say, 'Bundled the site', () =>
      Promise.all([
        bundle(browserConfig(site)),
        bundle(prerenderConfig(join(scratch, 'prerender'))),
        bundle(renderConfig(join(scratch, 'render'))),
      ]),
    );
    const pages = await timed(say, 'Rendered the pages', () => renderPages(site, join(scratch, 'prerender')));
    await timed(say, 'Compressed the files', () => compressFolder(site, join(root, '.cache/compressed')));
    const assets = await servedFiles(
      site,
      Object.values(pages).map((page) => page.file),
    );
    await writeFile(join(scratch, 'site.json'), `${JSON.stringify({ pages, assets }, null, 1)}\n`);
    await replace(join(scratch, 'render'), join(root, 'dist/render'));
    await replace(site, join(root, 'dist/site'));
    await rename(join(scratch, 'site.json'), join(root, 'dist/site.json'));
  });
}

/** Builds dist/server. */
export async function buildServer(say: Say): Promise<void> {
  await withScratch('server', async (scratch) => {
    const server = join(scratch, 'server');
    await timed(say, 'Bundled the server', () => bundle(serverConfig(server)));
    await replace(server, join(root, 'dist/server'));
  });
}

/** `prerender` is the folder of the bundle that renders pages. */
async function renderPages(site: string, prerender: string): Promise<Record<string, PageFile>> {
  const made = { site, manifests: { browser: await takeManifest(site), prerender: await takeManifest(prerender) } };
  await cp(join(prerender, 'assets'), join(site, 'assets'), { recursive: true });
  const shared = await sharedParts(made);
  const rendering = (await import(pathToFileURL(join(prerender, 'prerender.js')).href)) as Rendering;
  const { everyPage, renderPage, documentHtml, searchFiles } = rendering;
  for (const [name, text] of Object.entries(searchFiles)) await writeFile(join(site, name), text);
  const rows: Record<string, PageFile> = {};
  await Promise.all(
    everyPage.map(async (page) => {
      const rendered = await renderPage(page).catch((error: unknown) => {
        throw new Error(`could not render ${page.path} (site/pages/${page.component}/page.tsx)`, { cause: error });
      });
      const html = documentHtml(page, rendered.html, { ...shared, ...(await stylesOf(made, page.component, rendered.islands)) });
      const file = page.path === '/' ? 'index.html' : `${page.path.replace(/^\//, '').replace(/\?\w+=/, '/')}.html`;
      await mkdir(dirname(join(site, file)), { recursive: true });
      await writeFile(join(site, file), html);
      const status = page.path === '404' ? 404 : (page.status ?? 200);
      rows[page.path] = { file, status, csp: policy(page, html), ...(page.until && { until: page.until }) };
    }),
  );
  return Object.fromEntries(everyPage.flatMap(({ path }) => (rows[path] ? [[path, rows[path]]] : [])));
}

/** Reads a bundle's manifest, which is not served. */
async function takeManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await rm(file);
  return manifest;
}

function policy(page: PageRow, html: string): string {
  try {
    return contentSecurityPolicy(html, { scripts: page.scripts !== false });
  } catch (error) {
    throw new Error(`${page.path} (site/pages/${page.component}/page.tsx) breaks its own policy`, { cause: error });
  }
}

/** Everything to be served besides pages, as paths. */
async function servedFiles(site: string, pageFiles: string[]): Promise<string[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length + 1))
    .filter((file) => !pageFiles.includes(file))
    .map((file) => `/${file}`)
    .sort();
}

/** A folder of its own to build in, gone afterwards, so that a build that fails spoils nothing. */
export async function withScratch(name: string, work: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = join(root, '.cache', `build-${name}-${process.pid}`);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  try {
    await work(scratch);
  } finally {
    // Where one page fails, the others are being written for a moment yet.
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function replace(fresh: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}

async function timed<T>(say: Say, done: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`  ${done} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}
