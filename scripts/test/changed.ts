// What `npm test -- --changed` runs: what was written since a commit, and the tests that are near it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Paths from the root: what was changed and is still there, and the tests to run for it. */
export type NearTests = { files: readonly string[]; tests: readonly string[]; further: number };

const SOURCE = /\.(ts|tsx|mts|mjs|css|json)$/;
const IMPORTING = /\.(ts|tsx|mts|mjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;
/** Of real servers and browsers: only one that was changed itself is begun between two edits. */
const OUTSIDE = /^e2e\//;
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.{1,2}\/[^']+)'/g;
/** Imports between a test elsewhere and what it is run for. */
const NEAR = 2;
/** Of what everybody uses, those that are nearest. */
const MOST = 25;

/**
 * @param since a commit; what is not committed counts, and so do new files
 */
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
 * Tests that import one of `written`, the nearest first: in its own part of the product (`server/leads`) through however many files,
 * elsewhere through one at most. All others that reach it are counted: they are for the whole run.
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

/** Each test that imports a file, itself too, with the number of imports between. */
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

/** The first two folders. */
function partOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}
