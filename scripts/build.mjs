#!/usr/bin/env node
// Builds the stale parts into dist/: the browser's bundle, every page as HTML, the desk, the server, and the lists of packages.
import { join } from 'node:path';
import { findStale, rememberBuilt } from './build/stale.mjs';
import { withLockInWords } from './setup/lock.mjs';
import { say, seconds } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/** @typedef {'site' | 'desk' | 'server' | 'packages'} Name */

const SHARED = ['contract', 'ui', 'package.json', 'package-lock.json', 'vite.config.ts', 'scripts/build.mjs', 'scripts/build'];

/** What each part is made from, and the files that show that it was built. @type {Record<Name, import('./build/stale.mjs').Part>} */
const PARTS = {
  site: {
    inputs: ['site', ...SHARED],
    outputs: ['dist/site.json', 'dist/site/index.html', 'dist/render/insights.js', 'dist/render/careers.js'],
  },
  desk: { inputs: ['desk', ...SHARED], outputs: ['dist/desk.json', 'dist/desk/index.html'] },
  server: { inputs: ['server', ...SHARED], outputs: ['dist/server/main.js', 'dist/server/cli.js'] },
  packages: { inputs: ['package-lock.json', 'scripts/build/packages.ts'], outputs: ['dist/sbom.cdx.json', 'dist/licences.txt'] },
};

const HELP = `Usage: npm run build [-- site|desk|server|packages …]

Builds what is stale into dist/, or of it what is named. To build everything, remove dist/ first.
  site     the browser's bundle and every page of contract/pages.ts as HTML, with .br and .gz beside other texts,
           and what the server renders with its own data (dist/render)
  desk     the staff's application: dist/desk and dist/desk.json
  server   dist/server/main.js and dist/server/cli.js
  packages dist/sbom.cdx.json, what the product is made of (CycloneDX), and dist/licences.txt`;

/** The names of the stale parts. Cheap: some fifty milliseconds. */
export function staleParts() {
  return [...findStale(root, PARTS).keys()];
}

/**
 * Builds the stale ones among the named parts. If a build fails, the previous one stays in place.
 * @param {string[]} names
 */
async function build(names) {
  const stale = [...findStale(root, PARTS)].filter(([name]) => names.includes(name));
  if (stale.length === 0) return say('Everything is up to date');
  const started = performance.now();
  const { buildPart } = await import('./build/build-parts.ts');
  // Each part's result is stored separately: a failure of one does not make the others stale.
  const results = await Promise.allSettled(
    stale.map(async ([name, hash]) => {
      await buildPart(/** @type {Name} */ (name));
      rememberBuilt(root, name, hash);
    }),
  );
  const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'The build failed');
  say(`Built ${stale.map(([name]) => name).join(' and ')} in ${seconds(started)}`);
}

// `main` is undefined in an older Node, which may import this file.
if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown) {
    console.log(unknown === '--help' ? HELP : `No part is called ${unknown}\n\n${HELP}`);
    process.exitCode = unknown === '--help' ? 0 : 2;
  } else {
    const waiting = () => say('Another build is under way; waiting for it');
    await withLockInWords(join(root, '.cache/build.lock'), waiting, () => build(names.length > 0 ? names : Object.keys(PARTS)));
  }
}
