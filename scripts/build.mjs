#!/usr/bin/env node
// Builds what is stale into dist/: the browser's bundle, every page as HTML, the desk, the server, and what it is made of.
import { join } from 'node:path';
import { findStale, rememberBuilt } from './build/stale.mjs';
import { withLockInWords } from './setup/lock.mjs';
import { say, seconds } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/** @typedef {'site' | 'desk' | 'server' | 'packages'} Name */

const SHARED = ['contract', 'ui', 'package.json', 'package-lock.json', 'vite.config.ts', 'scripts/build.mjs', 'scripts/build'];

/** What each part is made from, and what shows that it was made. @type {Record<Name, import('./build/stale.mjs').Part>} */
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

/** The names of the parts that a build would make now. Cheap: some fifty milliseconds. */
export function staleParts() {
  return [...findStale(root, PARTS).keys()];
}

/**
 * Builds what is stale of the parts that are named. A build that fails leaves the previous one in place.
 * @param {string[]} names
 */
async function build(names) {
  const stale = [...findStale(root, PARTS)].filter(([name]) => names.includes(name));
  if (stale.length === 0) return say('Everything is up to date');
  const started = performance.now();
  const { buildPart } = await import('./build/build-parts.ts');
  // Each part's result is remembered on its own: a fault in one does not make the other stale.
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

// Where an older Node imports this, `main` is undefined.
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
