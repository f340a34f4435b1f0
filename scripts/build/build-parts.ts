// The parts of the build: the site (browser bundle and prerendered pages), the desk, the server, and what it is made of.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBuilder, type Rolldown } from 'vite';
import { root } from '../setup/root.mjs';
import { compressFiles } from './compress.ts';
import { buildDesk } from './desk/build-desk.ts';
import { copyFormerAssets } from './former-assets.ts';
import { describePackages } from './packages.ts';
import { renderPages } from './render-pages.ts';

/** Where vite.config.ts has the bundles made. They go to dist/ once all of a part is there: a build that fails spoils nothing. */
const MADE = join(root, '.cache/build');

const buildServer = () => bundle('server').then(() => ['server']);

const parts = { site: buildSite, desk: () => buildDesk(MADE), server: buildServer, packages: () => describePackages(root, MADE) };

export async function buildPart(name: keyof typeof parts): Promise<void> {
  // Whatever the shell says, which Vite and React would heed.
  process.env.NODE_ENV = 'production';
  const made = await parts[name]();
  await mkdir(join(root, 'dist'), { recursive: true });
  for (const entry of made) {
    await rm(join(root, 'dist', entry), { recursive: true, force: true });
    await rename(join(MADE, entry), join(root, 'dist', entry));
  }
}

async function buildSite(): Promise<string[]> {
  const [browser] = await Promise.all([bundle('client'), bundle('pages')]);
  const site = await renderPages(MADE, `/${browser.output[0].fileName}`);
  await compressFiles(join(MADE, 'site'), site.assets, join(root, 'dist/site'));
  const former = await copyFormerAssets(join(root, 'dist'), MADE, site.assets);
  await writeFile(join(MADE, 'site.json'), `${JSON.stringify({ ...site, former }, null, 1)}\n`);
  return ['render', 'former', 'site', 'site.json'];
}

/** Each by plugins of its own: of two environments that share them, the one that begins later takes away what Vite knows of the other's CSS modules. */
async function bundle(name: string) {
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), configLoader: 'native' });
  return builder.build(builder.environments[name]!) as Promise<Rolldown.RolldownOutput>;
}
