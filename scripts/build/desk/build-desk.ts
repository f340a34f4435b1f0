// Builds the desk: a bundle, the document that loads it, and the table of files that the desk's server reads.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { root } from '../../setup/root.mjs';
import { compressFiles } from '../compress.ts';
import { copyFormerFiles } from '../server/running-server.ts';

/** Inline code, which the desk's Content-Security-Policy would block. */
const INLINE = /<style|<script(?![^>]*\ssrc=)|\s(?:style|on[a-z]+)="/i;

/**
 * Writes `desk` and `desk.json`, whose `assets` are the addresses of files. The server answers every other address with `index.html`.
 * @param made the folder for bundles
 * @returns the names of the entries to move to dist/
 */
export async function buildDesk(made: string): Promise<string[]> {
  const folder = join(made, 'desk');
  await build(deskConfig(folder));
  await buildCvFrame(folder);
  const files = (await readdir(folder, { recursive: true })).map((file) => `/${file.replaceAll('\\', '/')}`);
  const assets = files.filter((file) => extname(file) !== '' && !DOCUMENTS.includes(file)).sort();
  await compressFiles(folder, assets, join(root, 'dist/desk'));
  await copyFormerFiles(join(root, 'dist/desk'), folder);
  for (const document of DOCUMENTS)
    if (INLINE.test(await readFile(join(folder, document), 'utf8'))) throw new Error(`desk${document}: nothing inline runs there`);
  await writeFile(join(made, 'desk.json'), `${JSON.stringify({ assets }, null, 1)}\n`);
  return ['desk', 'desk.json'];
}

const DOCUMENTS: readonly string[] = ['/index.html', '/cv-frame.html'];

/** The frame that draws CVs: one script that is not a module, because a document without an origin cannot load modules. */
async function buildCvFrame(folder: string): Promise<void> {
  const { plugins: _, ...config } = deskConfig(folder);
  const input = join(root, 'desk/cv-frame/cv-frame.ts');
  const names = { entryFileNames: 'assets/cv-frame-[hash].js', assetFileNames: 'assets/cv-frame-[hash][extname]' };
  const output = { ...names, format: 'iife' as const, codeSplitting: false };
  // pdf.js reads import.meta only in Node.
  const transform = { define: { 'import.meta': '{}' } };
  await build({
    ...config,
    publicDir: false,
    build: {
      ...config.build,
      emptyOutDir: false,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 3000,
      rolldownOptions: { input, output, transform },
    },
  });
  const made = await readdir(join(folder, 'assets'));
  const named = (ending: string) => `/assets/${made.find((file) => file.startsWith('cv-frame-') && file.endsWith(ending))}`;
  const document = await readFile(join(root, 'desk/cv-frame/cv-frame.html'), 'utf8');
  await writeFile(join(folder, 'cv-frame.html'), document.replace('{script}', named('.js')).replace('{style}', named('.css')));
}

/** Removes from calls what only the server and the documents read: descriptions, and properties such as `action` and `fresh`. */
const withoutDocumentation: Plugin = {
  name: 'calls without documentation',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/(?:calls\/)?desk\/[\w-]+\.ts$/ },
    handler: (code, id) => {
      const said = code
        .replaceAll(/^ {2,6}about:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`),\n/gm, '')
        .replaceAll(/,\s*v\.description\('(?:[^'\\]|\\.)*'\)/g, '');
      return { code: id.includes('/calls/') ? said.replaceAll(RECORDED, '') : said, map: null };
    },
  },
};

const RECORDED = /^ {2,6}(?:(?:action|tells): (?:'[^']*'|`[^`]*`)|(?:recordedOnce|fresh|changesAccess): true),\n/gm;

export function deskConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'desk'),
    envDir: false,
    logLevel: 'warn',
    cacheDir: join(root, '.cache/vite-desk'),
    plugins: [react(), withoutDocumentation],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { bundlerTimings: false },
        treeshake: { manualPureFunctions: ['v'] },
        output: {
          codeSplitting: {
            // Libraries in a separate file, because they change rarely and browsers can cache them for many releases.
            groups: [
              { name: 'libraries', test: /node_modules[\\/]|rolldown[\\/-]runtime/, priority: 1 },
              // What loads first stays in one file, even modules that later views share: one file compresses better.
              { name: 'index', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  };
}
