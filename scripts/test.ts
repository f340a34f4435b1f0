// `npm test`: runs every check and every test to its end, and prints a line with the sums.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seconds } from './setup/progress.mjs';
import { root } from './setup/root.mjs';
import { findChanged } from './test/changed.ts';
import { inGroups } from './test/groups.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { processorSeconds } from './test/processor.ts';
import { provide } from './test/provide.ts';
import { runStep } from './test/run-step.ts';
import { steps } from './test/steps.ts';
import { inWords, nothing, sum, type Tally } from './test/tally.ts';
import { readTestCommand, type ChosenStep, type TestCommand } from './test/test-command.ts';

const reports = join(root, '.cache/test');

/** Set by the first signal: running steps are stopped, and no more are started. */
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true));

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const asked = readTestCommand(args);
  if ('text' in asked) {
    console.log(asked.text);
    return asked.code;
  }
  const start = performance.now();
  const { chosen, since } = asked;
  if (asked.chosen.some(([, { reads }]) => reads)) process.env.ROTATION ??= rotation(asked.filters);
  const tally = await runAll({ ...asked, chosen: withBuild(since === undefined ? chosen : forChanged(chosen, since)) });
  console.log(`\nIn ${seconds(start)}`);
  console.log(inWords(tally));
  return tally.failed > 0 || stopped ? 1 : 0;
}

/** Named test files run in full. A run of all tests takes a random share of some of them, which the printed number selects again. */
function rotation(filters: readonly string[]): string {
  if (filters.length > 0) return 'all';
  const drawn = String(Math.floor(Math.random() * 1e6));
  console.log(`ROTATION=${drawn} looks at the same share again, ROTATION=all at everything`);
  return drawn;
}

function forChanged(chosen: ChosenStep[], since: string): ChosenStep[] {
  const changed = findChanged(root, since);
  const { files, tests, further } = changed;
  console.log(`${files.length} files were changed: ${tests.length} tests are near, ${further} others reach them`);
  return chosen.flatMap(([name, step]) => {
    const args = step.changed?.(changed);
    return args === undefined ? [] : [[name, { ...step, run: [...step.run, ...args] }]];
  });
}

function withBuild(chosen: ChosenStep[]): ChosenStep[] {
  const has = chosen.some(([name]) => name === 'build');
  return has || !chosen.some(([, { built }]) => built) ? chosen : [['build', steps.build!], ...chosen];
}

async function runAll({ chosen, filters, update }: TestCommand): Promise<Tally> {
  mkdirSync(reports, { recursive: true });
  // What some steps need is installed while others run.
  const provided = provide([...new Set(chosen.flatMap(([, { needs }]) => needs ?? []))]);
  const memory = memoryFolder();
  // One folder for port numbers, so that parallel runs on this machine do not use the same ones. Playwright's compiled files outlive the run.
  const inMemory = memory && { TMPDIR: memory.path, TEST_PORTS: tmpdir(), PWTEST_CACHE_DIR: join(reports, 'compiled') };
  // Resets the count, so that installing does not count for a step.
  processorSeconds();
  const failed: string[] = [];
  const faults: string[] = [];
  const beside = chosen.filter(([, { reads }]) => reads).length > 1;
  const tallies = await inGroups(
    chosen,
    {
      groupOf: ([, { lane }]) => lane,
      after: ([, { built }]) => (built ? chosen.filter(([name]) => name === 'build') : []),
    },
    async ([name, step]): Promise<Tally> => {
      const found = await provided(step.needs ?? []);
      const tally = stopped ? nothing : await runStep(name, step, { reports, filters, update, found, inMemory, beside });
      if (tally.failed > 0) failed.push(name);
      faults.push(...tally.faults.map((fault) => `✗ ${name}: ${fault}`));
      return tally;
    },
  ).finally(() => memory?.remove());
  if (stopped) console.log('\nStopped before the end');
  // Repeated at the end, where readers of a long log look first.
  for (const fault of faults) console.log(`\n${fault}`);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  const ran = sum(tallies.filter((_, at) => chosen[at]?.[1].reads));
  if (filters.length === 0 || stopped || ran.passed + ran.failed + ran.skipped > 0) return sum(tallies);
  console.log(`\nNo test is in a file of that name: ${filters.join(' ')}`);
  return sum([...tallies, { ...nothing, failed: 1 }]);
}
