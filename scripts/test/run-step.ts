import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { forwardSignals } from '../run/signals.mjs';
import { seconds } from '../setup/progress.mjs';
import { root } from '../setup/root.mjs';
import { countProcessor, processorSeconds } from './processor.ts';
import { browser } from './provide.ts';
import type { Step } from './steps.ts';
import { inWords, NIGHT, nothing, tallyOf, type Tally } from './tally.ts';

export type Surroundings = {
  reports: string;
  filters: readonly string[];
  update: boolean;
  found: NodeJS.ProcessEnv;
  /** Variables that put temporary files in memory, for the steps that allow it. */
  inMemory: NodeJS.ProcessEnv | undefined;
  /** Other steps run at the same time, so each output line starts with the step's name. */
  beside: boolean;
};

/** Runs a step to its end and prints a line with its result. Checks print nothing else unless they fail; test runners show their progress. */
export async function runStep(
  name: string,
  step: Step,
  { reports, filters, update, found, inMemory, beside }: Surroundings,
): Promise<Tally> {
  const { reads, needs } = step;
  const start = performance.now();
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  if (needs?.includes(browser) && !found[browser.setting]) {
    console.log(`- ${name}: skipped, ${browser.what} was not found`);
    return { ...nothing, skipped: 1 };
  }
  if (reads && !beside) console.log(`\n${name}`);
  const child = launch(
    runnerArguments(step, { filters, update, report }),
    { ...step.env, ...found, ...(step.inMemory && inMemory), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    reads !== undefined && !beside,
  );
  const lines: string[] = [];
  // Without Playwright's lines for tests that are left to the night.
  if (reads) forEachLine(child, (line) => line.includes(NIGHT) || console.log(`${name.padEnd(8)} ${line}`));
  else forEachLine(child, (line) => lines.push(line));
  const { code, processor, orphans } = await ended(child);
  const tally = reads ? tallyOf(report, code, reads) : { ...nothing, [code === 0 ? 'passed' : 'failed']: 1 };
  const took = [
    seconds(start),
    processor === undefined ? '' : `, ${processor.toFixed(0)} s of processor${orphans ? '' : ' (without orphans)'}`,
  ].join('');
  console.log(`${tally.failed === 0 ? '✓' : '✗'} ${name}: ${reads ? `${inWords(tally)} in ` : ''}${took}`);
  if (tally.failed > 0 && lines.length > 0) console.log(lines.join('\n').trimEnd());
  return tally;
}

type Asked = Pick<Surroundings, 'filters' | 'update'> & { report: string };

/** It is no fault if a runner finds no test for a filter: another step may find one. */
export function runnerArguments({ run, reads }: Step, { filters, update, report }: Asked): readonly string[] {
  if (!reads) return run;
  const isVitest = run[0] === 'vitest';
  const nothingFound = filters.length > 0 ? [isVitest ? '--passWithNoTests' : '--pass-with-no-tests'] : [];
  return [...run, ...filters, ...nothingFound, ...(isVitest ? [`--outputFile.json=${report}`, ...(update ? ['-u'] : [])] : [])];
}

function launch([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv, inherits: boolean): ChildProcess {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return forwardSignals(() =>
    spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env, PATH: path },
      stdio: inherits ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }),
  );
}

function forEachLine(child: ChildProcess, tell: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', tell);
}

/** `orphans`: whether the processor seconds include processes that outlived their parent. */
async function ended(child: ChildProcess): Promise<{ code: number; processor: number | undefined; orphans: boolean }> {
  const count = child.pid === undefined ? undefined : countProcessor(child.pid);
  const closed = once(child, 'close');
  let processor: number | undefined;
  // Read immediately, before the end of another step adds to it.
  child.once('exit', () => (processor = processorSeconds()));
  const [code] = (await closed) as [number | null];
  return { code: code ?? 1, processor: count?.() ?? processor, orphans: count !== undefined };
}
