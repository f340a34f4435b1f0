// The two parts of the build: the site (browser bundle and prerendered pages) and the server.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBuilder, type Rolldown, type ViteBuilder } from 'vite';
import { say, seconds } from '../setup/progress.mjs';
import { root } from '../setup/root.mjs';
import { compressFiles } from './compress.ts';
import { renderPages } from './render-pages.ts';

/** Where vite.config.ts has the bundles made. They go to dist/ once all of a part is there: a build that fails spoils nothing. */
const MADE = join(root, '.cache/build');

const parts = { site: buildSite, server: buildServer };

export async function buildPart(name: keyof typeof parts): Promise<void> {
  // Whatever the shell says, which Vite and React would heed.
  process.env.NODE_ENV = 'production';
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), configLoader: 'native' });
  await parts[name](builder);
}

async function buildSite(builder: ViteBuilder): Promise<void> {
  const [browser, pages] = await timed('Bundled the site', () => Promise.all([bundle(builder, 'client'), bundle(builder, 'pages')]));
  const site = await timed('Rendered the pages', () => renderPages(MADE, { browser, pages }));
  await timed('Compressed the files', () => compressFiles(join(MADE, 'site'), site.assets, join(root, 'dist/site')));
  await writeFile(join(MADE, 'site.json'), `${JSON.stringify(site, null, 1)}\n`);
  for (const made of ['render', 'site', 'site.json']) await moveToDist(made);
}

async function buildServer(builder: ViteBuilder): Promise<void> {
  await timed('Bundled the server', () => bundle(builder, 'server'));
  await moveToDist('server');
}

async function bundle(builder: ViteBuilder, environment: string): Promise<Rolldown.RolldownOutput['output']> {
  return ((await builder.build(builder.environments[environment]!)) as Rolldown.RolldownOutput).output;
}

async function moveToDist(name: string): Promise<void> {
  const target = join(root, 'dist', name);
  await mkdir(dirname(target), { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(join(MADE, name), target);
}

async function timed<T>(done: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`  ${done} (${seconds(started)})`);
  return result;
}
