import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../setup/root.mjs';
import type { NearTests } from './changed.ts';
import { browser, headlessShell, postgres, proxies, type Need } from './provide.ts';
import { readPlaywright, readVitest, type Reader } from './tally.ts';

export type Step = {
  about: string;
  run: string[];
  /** Steps of one group run one after the other, the groups beside each other. */
  group: 'checks' | 'tests';
  /** Beside its group, too. */
  beside?: boolean;
  /** What reads a test runner's report; a step without it counts as one. */
  reads?: Reader;
  needs?: readonly Need[];
  /** Its temporary files are in memory where there is room. */
  inMemory?: boolean;
  built?: boolean;
  /** What `--changed` hands to it: undefined where there is nothing for it to do. A step without it is for a whole run. */
  changed?: (changed: NearTests) => readonly string[] | undefined;
};

const some = (paths: readonly string[]) => (paths.length > 0 ? paths : undefined);
const testsIn = (folders: RegExp) => (changed: NearTests) => some(changed.tests.filter((path) => folders.test(path)));

const folders = ['contract', 'ui', 'site', 'desk', 'server', 'scripts', 'art', 'e2e', 'bench'].filter((folder) =>
  existsSync(join(root, folder)),
);
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json'];

/** In each group what is quick and says most comes first. */
export const steps: Record<string, Step> = {
  build: { group: 'tests', about: 'dist/', run: ['node', 'scripts/build.mjs'], beside: true },
  format: { group: 'checks', about: 'oxfmt', run: ['oxfmt', '--check'], changed: ({ files }) => some(files) },
  lint: {
    group: 'checks',
    about: 'oxlint, with types',
    run: ['oxlint'],
    changed: ({ files }) => some(files.filter((path) => /js|ts/.test(extname(path)))),
  },
  // Several at once check what they share several times: 39 s of processor in place of 24.
  types: {
    group: 'checks',
    about: 'tsc, each floor by itself',
    run: ['tsc', '-b', '--builders', '1', '--checkers', '1'],
    changed: () => [],
  },
  boundaries: { group: 'checks', about: 'dependency-cruiser: who may import whom', run: ['depcruise', ...folders] },
  unused: { group: 'checks', about: 'knip: what nobody uses', run: ['knip', '--no-config-hints'] },
  lockfile: { group: 'checks', about: 'lockfiles serve every machine', run: ['node', 'scripts/checks/lockfile.ts'] },
  budgets: { group: 'checks', about: 'what each page weighs', run: ['node', 'scripts/checks/budgets.ts'], built: true },
  unit: {
    group: 'tests',
    about: 'contract, ui, site, desk, art, bench',
    run: [...vitest, '--project', 'unit'],
    reads: readVitest,
    changed: testsIn(/^(contract|ui|site|desk|art|bench)\//),
  },
  scripts: {
    group: 'tests',
    about: 'the commands and checks themselves',
    run: [...vitest, '--project', 'scripts'],
    reads: readVitest,
    changed: testsIn(/^scripts\//),
  },
  server: {
    group: 'tests',
    about: 'on both stores',
    run: [...vitest, '--project', 'server'],
    reads: readVitest,
    changed: testsIn(/^server\//),
    inMemory: true,
    needs: [postgres],
  },
  process: {
    group: 'tests',
    about: 'the built server killed, cut off, flooded',
    run: [...vitest, '--project', 'process'],
    reads: readVitest,
    changed: testsIn(/\.process\.test\.ts$/),
    needs: [postgres, ...proxies],
    built: true,
    // It mostly waits.
    beside: true,
  },
  e2e: {
    group: 'tests',
    about: 'in a real browser, against the built product',
    run: ['playwright', 'test', '--reporter=list,json'],
    reads: readPlaywright,
    changed: testsIn(/\.spec\.ts$/),
    inMemory: true,
    needs: [browser, headlessShell],
    built: true,
    // By themselves they leave a third of two processors idle.
    beside: true,
  },
};
