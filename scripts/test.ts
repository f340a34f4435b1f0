// `npm test`: runs every check and every test to its end, and prints a line with the sums.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seconds } from './setup/progress.mjs';
import { root } from './setup/root.mjs';
import { findChanged } from './test/changed.ts';
import { inGroups } from './test/groups.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { processorSeconds } from './test/processor.ts';
import { provide } from './test/provide.ts';
import { runStep } from './test/run-step.ts';
import { steps, type Step } from './test/steps.ts';
import { inWords, nothing, sum, type Tally } from './test/tally.ts';

type Chosen = [name: string, step: Step];

const reports = join(root, '.cache/test');

/** Set by the first signal: running steps are stopped, and no more are started. */
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true));

const HELP = `Usage: npm test -- [--only NAME[,NAME…]] [--changed [--since COMMIT]] [FILTER…]

Runs everything, or what is named: a step or a group (checks, tests). A FILTER is handed to the test runners.
--changed is for between two edits: the types, and of what was changed since COMMIT [HEAD] the format, the lint
and the tests near it. It tells how many others reach it.

${Object.entries(steps)
  .map(([name, { group, about }]) => `  ${name.padEnd(12)}${group.padEnd(8)}${about}`)
  .join('\n')}`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      changed: { type: 'boolean' },
      since: { type: 'string', default: 'HEAD' },
      help: { type: 'boolean' },
    },
  });
  const wanted = values.only?.split(',') ?? Object.values(steps).map(({ group }) => group);
  const chosen = Object.entries(steps).filter(([name, { group }]) => wanted.includes(name) || wanted.includes(group));
  const unknown = wanted.filter((name) => !chosen.some(([own, { group }]) => own === name || group === name));
  if (values.help || unknown.length > 0) {
    console.log(unknown.length > 0 ? `No such step: ${unknown.join(', ')}\n\n${HELP}` : HELP);
    return unknown.length > 0 ? 2 : 0;
  }
  const start = performance.now();
  const tally = await runAll(withBuild(values.changed ? forChanged(chosen, values.since) : chosen), positionals);
  console.log(`\nIn ${seconds(start)}`);
  console.log(inWords(tally));
  return tally.failed > 0 || stopped ? 1 : 0;
}

function forChanged(chosen: Chosen[], since: string): Chosen[] {
  const changed = findChanged(root, since);
  const { files, tests, further } = changed;
  console.log(`${files.length} files were changed: ${tests.length} tests are near, ${further} others reach them`);
  return chosen.flatMap(([name, step]) => {
    const args = step.changed?.(changed);
    return args === undefined ? [] : [[name, { ...step, run: [...step.run, ...args] }]];
  });
}

function withBuild(chosen: Chosen[]): Chosen[] {
  const has = chosen.some(([name]) => name === 'build');
  return has || !chosen.some(([, { built }]) => built) ? chosen : [['build', steps.build!], ...chosen];
}

async function runAll(chosen: readonly Chosen[], filters: readonly string[]): Promise<Tally> {
  mkdirSync(reports, { recursive: true });
  const found = await provide([...new Set(chosen.flatMap(([, { needs }]) => needs ?? []))]);
  const memory = memoryFolder();
  // One folder for port numbers, so that parallel runs on this machine do not use the same ones.
  const inMemory = memory && { TMPDIR: memory.path, TEST_PORTS: tmpdir() };
  // Resets the count, so that installing does not count for a step.
  processorSeconds();
  const failed: string[] = [];
  const faults: string[] = [];
  const beside = chosen.filter(([, { reads }]) => reads).length > 1;
  const tallies = await inGroups(
    chosen,
    {
      groupOf: ([name, { group, beside: isBeside }]) => (isBeside ? name : group),
      after: ([, { built }]) => (built ? chosen.filter(([name]) => name === 'build') : []),
    },
    async ([name, step]): Promise<Tally> => {
      const tally = stopped ? nothing : await runStep(name, step, { reports, filters, found, inMemory, beside });
      if (tally.failed > 0) failed.push(name);
      faults.push(...tally.faults.map((fault) => `✗ ${name}: ${fault}`));
      return tally;
    },
  ).finally(() => memory?.remove());
  if (stopped) console.log('\nStopped before the end');
  // Repeated at the end, where readers of a long log look first.
  for (const fault of faults) console.log(`\n${fault}`);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  return sum(tallies);
}
