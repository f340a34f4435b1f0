import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../setup/root.mjs';
import type { NearTests } from './changed.ts';
import { browser, headlessShell, postgres, proxies, type Need } from './provide.ts';
import { readPlaywright, readVitest, type Reader } from './tally.ts';

export type Step = {
  about: string;
  run: string[];
  group: 'checks' | 'tests';
  /** Steps of one lane run one after the other, the lanes in parallel; each takes about as long. Three keep two processors busy: with more, each step takes longer. */
  lane: 1 | 2 | 3;
  /** Reads the report of a test runner; a step without it counts as one test. */
  reads?: Reader;
  needs?: readonly Need[];
  /** Its temporary files are in memory if there is room. */
  inMemory?: boolean;
  built?: boolean;
  env?: NodeJS.ProcessEnv;
  /** The step that includes this one in a run of everything: this one then runs only if it is named, or for `--changed`. */
  within?: string;
  /** The arguments for `--changed`; undefined if it has nothing to do. A step without this runs only in a complete run. */
  changed?: (changed: NearTests) => readonly string[] | undefined;
};

const some = (paths: readonly string[]) => (paths.length > 0 ? paths : undefined);
const testsIn = (folders: RegExp) => (changed: NearTests) => some(changed.tests.filter((path) => folders.test(path)));

const folders = ['contract', 'ui', 'site', 'desk', 'server', 'scripts', 'art', 'e2e', 'bench'].filter((folder) =>
  existsSync(join(root, folder)),
);
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json'];

/** For programs written in Go: with four times as much garbage before they collect it they need a quarter less of the processor. */
const lessCollection = { GOGC: '400' };

/** In each lane the quick and most informative steps come first. */
export const steps: Record<string, Step> = {
  build: { group: 'tests', lane: 1, about: 'dist/', run: ['node', 'scripts/build.mjs'] },
  format: { group: 'checks', lane: 3, about: 'oxfmt', run: ['oxfmt', '--check'], changed: ({ files }) => some(files) },
  lint: {
    group: 'checks',
    lane: 3,
    about: 'oxlint, and what the compiler says of types',
    run: ['oxlint', '--type-check'],
    env: lessCollection,
    changed: ({ files }) => some(files.filter((path) => /js|ts/.test(extname(path)))),
  },
  // Parallel builders and checkers would check shared files several times: 39 s of processor time instead of 24.
  types: {
    group: 'checks',
    lane: 3,
    about: 'tsc, each floor by itself: between two edits, where it keeps what it knows of unchanged files',
    within: 'lint',
    run: ['tsc', '-b', '--builders', '1', '--checkers', '1'],
    env: lessCollection,
    changed: () => [],
  },
  boundaries: { group: 'checks', lane: 3, about: 'dependency-cruiser: who may import whom', run: ['depcruise', ...folders] },
  unused: { group: 'checks', lane: 3, about: 'knip: what nobody uses', run: ['knip', '--no-config-hints'] },
  lockfile: { group: 'checks', lane: 3, about: 'lockfiles serve every machine', run: ['node', 'scripts/checks/lockfile.ts'] },
  budgets: { group: 'checks', lane: 3, about: 'what each page weighs', run: ['node', 'scripts/checks/budgets.ts'], built: true },
  unit: {
    group: 'tests',
    lane: 1,
    about: 'contract, ui, site, desk, art, bench',
    run: [...vitest, '--project', 'unit'],
    reads: readVitest,
    changed: testsIn(/^(contract|ui|site|desk|art|bench)\//),
  },
  scripts: {
    group: 'tests',
    lane: 1,
    about: 'the commands and checks themselves',
    run: [...vitest, '--project', 'scripts'],
    reads: readVitest,
    changed: testsIn(/^scripts\//),
  },
  server: {
    group: 'tests',
    lane: 2,
    about: 'on both stores',
    run: [...vitest, '--project', 'server'],
    reads: readVitest,
    changed: testsIn(/^server\//),
    inMemory: true,
    needs: [postgres],
  },
  process: {
    group: 'tests',
    lane: 3,
    about: 'the built server killed, cut off, flooded',
    run: [...vitest, '--project', 'process'],
    reads: readVitest,
    changed: testsIn(/\.process\.test\.ts$/),
    inMemory: true,
    needs: [postgres, ...proxies],
    built: true,
  },
  e2e: {
    group: 'tests',
    lane: 1,
    about: 'in a real browser, against the built product',
    run: ['playwright', 'test', '--reporter=list,json'],
    reads: readPlaywright,
    changed: testsIn(/\.spec\.ts$/),
    inMemory: true,
    needs: [browser, headlessShell],
    built: true,
  },
};
