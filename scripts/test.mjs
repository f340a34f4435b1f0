// `npm test`: every check and every test, each to its end, and one line that sums them up.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { forwardSignals } from './run/signals.mjs';
import { seconds } from './setup/progress.mjs';
import { root } from './setup/root.mjs';
import { browser, postgres, provide } from './test/provide.mjs';
import { inWords, readPlaywright, readVitest, sum, tallyOf } from './test/tally.mjs';

/** @typedef {import('./test/tally.mjs').Tally} Tally */
/**
 * @typedef {object} Step
 * @property {string} about
 * @property {string[]} run
 * @property {'checks' | 'tests'} group
 * @property {(report: any) => Tally} [reads] a test runner's report; a step without one counts as one
 * @property {import('./test/provide.mjs').Need} [needs] found, or told to be missing
 * @property {boolean} [built] needs dist/
 */

const reports = join(root, '.cache/test');
const folders = ['contract', 'ui', 'site', 'desk', 'server', 'scripts', 'art', 'e2e', 'bench'].filter((folder) =>
  existsSync(join(root, folder)),
);
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json'];

/** In this order: what is quick and says most comes first. @type {Record<string, Step>} */
const steps = {
  format: { group: 'checks', about: 'oxfmt', run: ['oxfmt', '--check'] },
  lint: { group: 'checks', about: 'oxlint, with types', run: ['oxlint'] },
  types: { group: 'checks', about: 'tsc, each floor by itself', run: ['tsc', '-b'] },
  boundaries: { group: 'checks', about: 'dependency-cruiser: who may import whom', run: ['depcruise', ...folders] },
  unused: { group: 'checks', about: 'knip: what nobody uses', run: ['knip', '--no-config-hints'] },
  lockfile: { group: 'checks', about: 'lockfiles serve every machine', run: ['node', 'scripts/checks/lockfile.ts'] },
  build: { group: 'checks', about: 'dist/', run: ['node', 'scripts/build.mjs'] },
  budgets: { group: 'checks', about: 'what each page weighs', run: ['node', 'scripts/checks/budgets.mjs'], built: true },
  unit: { group: 'tests', about: 'contract, ui, site, art, bench', run: [...vitest, '--project', 'unit'], reads: readVitest },
  scripts: { group: 'tests', about: 'the commands and checks themselves', run: [...vitest, '--project', 'scripts'], reads: readVitest },
  server: {
    group: 'tests',
    about: 'on both stores',
    run: [...vitest, '--project', 'server'],
    reads: readVitest,
    needs: postgres,
    built: true,
  },
  process: {
    group: 'tests',
    about: 'the built server killed, cut off, flooded',
    run: [...vitest, '--project', 'process'],
    reads: readVitest,
    needs: postgres,
    built: true,
  },
  e2e: {
    group: 'tests',
    about: 'in a real browser, against the built product',
    run: ['playwright', 'test', '--reporter=list,json'],
    reads: readPlaywright,
    needs: browser,
    built: true,
  },
};

/** Set by the first signal: what runs is told, and nothing more is started. */
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true));

const HELP = `Usage: npm test -- [--only NAME[,NAME…]] [FILTER…]

Runs everything, or what is named: a step or a group (checks, tests). A FILTER is handed to the test runners.

${Object.entries(steps)
  .map(([name, { group, about }]) => `  ${name.padEnd(12)}${group.padEnd(8)}${about}`)
  .join('\n')}`;

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { only: { type: 'string' }, help: { type: 'boolean' } },
  });
  const wanted = values.only?.split(',') ?? Object.values(steps).map(({ group }) => group);
  const chosen = Object.entries(steps).filter(([name, { group }]) => wanted.includes(name) || wanted.includes(group));
  const unknown = wanted.filter((name) => !chosen.some(([own, { group }]) => own === name || group === name));
  if (values.help || unknown.length > 0) {
    console.log(unknown.length > 0 ? `No such step: ${unknown.join(', ')}\n\n${HELP}` : HELP);
    return unknown.length > 0 ? 2 : 0;
  }
  const start = performance.now();
  const tally = await runAll(withBuild(chosen), positionals);
  console.log(`\nIn ${seconds(start)}`);
  console.log(inWords(tally));
  return tally.failed > 0 || stopped ? 1 : 0;
}

/** Whatever looks at the build has it made first. @param {[string, Step][]} chosen @returns {[string, Step][]} */
function withBuild(chosen) {
  const has = chosen.some(([name]) => name === 'build');
  return has || !chosen.some(([, { built }]) => built) ? chosen : [['build', /** @type {Step} */ (steps.build)], ...chosen];
}

/** @param {[string, Step][]} chosen @param {string[]} filters */
async function runAll(chosen, filters) {
  mkdirSync(reports, { recursive: true });
  const found = await provide([...new Set(chosen.flatMap(([, { needs }]) => needs ?? []))]);
  /** @type {Tally[]} */
  const tallies = [];
  /** @type {string[]} */
  const failed = [];
  for (const [name, step] of chosen) {
    if (stopped) break;
    const tally = await runStep(name, step, filters, found);
    if (tally.failed > 0) failed.push(name);
    tallies.push(tally);
  }
  if (stopped) console.log('\nStopped before the end');
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  return sum(tallies);
}

/** @param {string} name @param {Step} step @param {string[]} filters @param {NodeJS.ProcessEnv} found @returns {Promise<Tally>} */
async function runStep(name, { run, reads, needs }, filters, found) {
  const start = performance.now();
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  if (needs === browser && !found[browser.setting]) {
    console.log(`- ${name}: skipped, ${browser.what} was not found`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const runner = reads !== undefined;
  if (runner) console.log(`\n${name}`);
  const args = runner ? [...run, ...filters, ...(run[0] === 'vitest' ? [`--outputFile.json=${report}`] : [])] : run;
  const { code, output } = await execute(args, { ...found, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, runner);
  const tally = runner ? tallyOf(report, code, reads) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  console.log(`${tally.failed === 0 ? '✓' : '✗'} ${name}: ${runner ? `${inWords(tally)} in ` : ''}${seconds(start)}`);
  if (tally.failed > 0 && output) console.log(output.trimEnd());
  return tally;
}

/**
 * A test runner shows its own progress; a check is quiet unless it fails.
 * @param {string[]} command @param {NodeJS.ProcessEnv} env @param {boolean} shown
 * @returns {Promise<{ code: number, output: string }>}
 */
function execute([program = '', ...args], env, shown) {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  });
  forwardSignals(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += bytes));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
