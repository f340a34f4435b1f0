// Chooses what `npm test -- --changed` runs: the files changed since a commit, and the tests close to them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Paths relative to the root: changed files that still exist, and the tests to run. `further`: the number of tests left out. */
export type NearTests = { files: readonly string[]; tests: readonly string[]; further: number };

const SOURCE = /\.(ts|tsx|mts|mjs|css|json)$/;
const IMPORTING = /\.(ts|tsx|mts|mjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;
/** Tests with real servers and browsers, which run only if they were changed themselves. */
const OUTSIDE = /^e2e\//;
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.{1,2}\/[^']+)'/g;
/** The most imports between a changed file and a test in another part of the product. */
const NEAR = 2;
/** The most tests for a file that many others import: the closest ones. */
const MOST = 25;

/** @param since a commit; uncommitted and new files count as changed */
export function findChanged(root: string, since: string): NearTests {
  const lines = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const unknown = lines('ls-files', '--others', '--exclude-standard');
  const written = [...lines('diff', '--name-only', '--relative', since, '--'), ...unknown];
  const known = [...lines('ls-files'), ...unknown].filter((path) => IMPORTING.test(path) && existsSync(join(root, path)));
  const sources = new Map(known.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const reached = testsNear(sources, written);
  return { files: written.filter((path) => SOURCE.test(path) && existsSync(join(root, path))), ...reached };
}

/**
 * Tests that import one of `written`, the closest first: through any number of files in the same part of the product (`server/leads`), elsewhere
 * through one at most. `further` counts the others.
 * @param sources the text of each file by its path
 */
export function testsNear(sources: ReadonlyMap<string, string>, written: readonly string[]): Pick<NearTests, 'tests' | 'further'> {
  const importers = importersOf(sources);
  const distances = new Map<string, number>();
  for (const path of written) {
    for (const [test, distance] of reaching(path, importers)) {
      if (!sources.has(test)) continue;
      const isNear = distance === 0 || (!OUTSIDE.test(test) && (distance <= NEAR || partOf(test) === partOf(path)));
      distances.set(test, Math.min(distances.get(test) ?? Infinity, isNear ? distance : Infinity));
    }
  }
  const near = [...distances].filter(([, distance]) => distance < Infinity).toSorted((a, b) => a[1] - b[1]);
  const itself = near.filter(([, distance]) => distance === 0).length;
  const tests = near.slice(0, Math.max(MOST, itself)).map(([path]) => path);
  return { tests: tests.toSorted(), further: distances.size - tests.length };
}

/** All tests that import a file, directly or not, with the number of imports between. A test file includes itself. */
function reaching(path: string, importers: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const distances = new Map([[path, 0]]);
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return new Map([...distances].filter(([file]) => TEST.test(file)));
}

function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const [, address = ''] of text.matchAll(IMPORT)) {
      const imported = normalize(join(dirname(path), address)).replaceAll('\\', '/');
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/** The part of the product: the first two folders of the path. */
function partOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}
