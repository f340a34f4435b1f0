// The parts of the build: the site (browser bundle and prerendered pages), the desk, the server, and the lists of packages.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBuilder, type Rolldown } from 'vite';
import { root } from '../setup/root.mjs';
import { compressFiles } from './compress.ts';
import { buildDesk } from './desk/build-desk.ts';
import { copyFormerAssets } from './former-assets.ts';
import { describePackages } from './packages.ts';
import { renderPages } from './render-pages.ts';
import { copyFormerFiles, replacePart } from './server/running-server.ts';
import { copyPackage } from './server/whole-packages.ts';

/** The output folder in vite.config.ts. A part is moved to dist/ when it is complete, so that a failed build changes nothing there. */
const MADE = join(root, '.cache/build');

const parts = { site: buildSite, desk: () => buildDesk(MADE), server: buildServer, packages: () => describePackages(root, MADE) };

export async function buildPart(name: keyof typeof parts): Promise<void> {
  // Vite and React read it; a value from the shell must not matter.
  process.env.NODE_ENV = 'production';
  const made = await parts[name]();
  for (const entry of made) await replacePart(join(root, 'dist', entry), join(MADE, entry));
}

async function buildServer(): Promise<string[]> {
  await bundle('server');
  await copyPackage('sharp', root, join(MADE, 'server'));
  await copyFormerFiles(join(root, 'dist/server'), join(MADE, 'server'));
  return ['server'];
}

async function buildSite(): Promise<string[]> {
  const [browser] = await Promise.all([bundle('client'), bundle('pages')]);
  const site = await renderPages(MADE, { client: `/${browser.output[0].fileName}`, code: codeOf(browser) });
  await compressFiles(join(MADE, 'site'), site.assets, join(root, 'dist/site'));
  const former = await copyFormerAssets(join(root, 'dist'), MADE, site.assets);
  await writeFile(join(MADE, 'site.json'), `${JSON.stringify({ ...site, former }, null, 1)}\n`);
  return ['render', 'former', 'site', 'site.json'];
}

function codeOf({ output }: Rolldown.RolldownOutput): string {
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

/** Each environment gets new plugins: if two shared them, the one that starts later would delete Vite's record of the other's CSS modules. */
async function bundle(name: string) {
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), configLoader: 'native' });
  return builder.build(builder.environments[name]!) as Promise<Rolldown.RolldownOutput>;
}
