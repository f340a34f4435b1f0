#!/usr/bin/env node
// Builds what is stale into dist/: the browser's bundle, every page as HTML, and the server.
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findStale, readMemory, writeMemory } from './build/stale.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const SHARED = ['contract', 'ui', 'package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/build'];

/** What each part is made from, and what shows that it was made. @type {Record<string, import('./build/stale.mjs').Part>} */
const PARTS = {
  site: { inputs: ['site', ...SHARED], outputs: ['dist/site.json', 'dist/site/index.html', 'dist/render/insights.js'] },
  server: { inputs: ['server', ...SHARED], outputs: ['dist/server/main.js', 'dist/server/cli.js'] },
};
const MEMORY = join(root, 'dist/.stale.json');

const HELP = `Usage: node scripts/build.mjs [--force] [--quiet] [--check]

Builds what is stale into dist/:
  site     the browser's bundle and every page of contract/pages.ts as HTML, with .br and .gz beside them
           and what the server renders with its own data (dist/render)
  server   dist/server/main.js and dist/server/cli.js

  --force  builds everything, stale or not
  --quiet  says nothing unless something fails
  --check  builds nothing; exits 1 and names the stale parts when there are any
  --help   shows this`;

/** The names of the parts that a build would make now. Cheap: a tree that did not change is not read again. */
export function staleParts() {
  return findStale(root, PARTS, readMemory(MEMORY)).stale;
}

/**
 * Builds what is stale. A build that fails leaves the previous one in place.
 * @param {{ force?: boolean, quiet?: boolean }} [options]
 * @returns {Promise<string[]>} the parts that were built
 */
export async function build({ force = false, quiet = false } = {}) {
  const say = quiet ? () => {} : (/** @type {string} */ line) => console.log(line);
  if (!force && staleParts().length === 0) return [];
  const { withLock } = await import('./build/lock.mjs');
  return withLock(join(root, '.cache/build.lock'), say, async () => {
    const memory = readMemory(MEMORY);
    const { stale, next } = findStale(root, PARTS, memory);
    const names = force ? Object.keys(PARTS) : stale;
    if (names.length === 0) return [];
    const started = performance.now();
    const { buildServer, buildSite } = await import('./build/parts.ts');
    const makers = { site: buildSite, server: buildServer };
    // Each part's result is remembered on its own: a fault in one does not make the other stale.
    const results = await Promise.allSettled(names.map((name) => makers[/** @type {'site' | 'server'} */ (name)](say)));
    const built = names.filter((_, index) => results[index]?.status === 'fulfilled');
    for (const name of Object.keys(PARTS)) if (!built.includes(name)) next.parts[name] = memory.parts[name] ?? '';
    writeMemory(MEMORY, next);
    const failed = names.filter((_, index) => results[index]?.status === 'rejected');
    if (failed.length > 0) {
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      throw new AggregateError(reasons, `Could not build ${failed.join(' and ')}`);
    }
    say(`Built ${built.join(' and ')} in ${seconds(started)} s`);
    return built;
  });
}

/** @param {number} started */
function seconds(started) {
  return ((performance.now() - started) / 1000).toFixed(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv.slice(2);
  const unknown = given.find((argument) => !['--force', '--quiet', '--check', '--help'].includes(argument));
  if (given.includes('--help') || unknown) {
    console.log(unknown ? `Unknown option ${unknown}\n\n${HELP}` : HELP);
    process.exitCode = unknown ? 2 : 0;
  } else if (given.includes('--check')) {
    const stale = staleParts();
    console.log(stale.length === 0 ? 'Everything is up to date' : `Stale: ${stale.join(', ')}`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    const quiet = given.includes('--quiet');
    try {
      const built = await build({ force: given.includes('--force'), quiet });
      if (built.length === 0 && !quiet) console.log('Everything is up to date');
    } catch (error) {
      const reasons = error instanceof AggregateError ? [error.message, ...error.errors] : [error];
      for (const reason of reasons) console.error(reason instanceof Error ? (reason.stack ?? reason.message) : reason);
      process.exitCode = 1;
    }
  }
}
