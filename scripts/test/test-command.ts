// Reads the command line of `npm test`.
import { parseArgs } from 'node:util';
import { steps, type Step } from './steps.ts';

export type ChosenStep = [name: string, step: Step];

export type TestCommand = {
  chosen: ChosenStep[];
  /** Parts of the paths of test files. */
  filters: readonly string[];
  /** Runs what is near the files changed since this commit. */
  since: string | undefined;
  /** Writes again what tests hold against a file: snapshots, generated parts of documents. */
  update: boolean;
};

/** In place of a run: a text, and the code to exit with. */
type Refusal = { text: string; code: number };

const HELP = `Usage: npm test -- [--only NAME[,NAME…]] [--changed [--since COMMIT]] [-u] [FILTER…]

Runs everything, or what is named: a step or a group (checks, tests). A FILTER is a part of the path of a test file.
--changed is for between two edits: the types, and of what was changed since COMMIT [HEAD] the format, the lint
and the tests near it. It tells how many others reach it.
-u writes again what tests compare with a file: generated parts of documents, snapshots.

${Object.entries(steps)
  .map(
    ([name, { group, about, within }]) => `  ${name.padEnd(12)}${group.padEnd(8)}${about}${within ? ` (otherwise within ${within})` : ''}`,
  )
  .join('\n')}`;

export function readTestCommand(args: string[]): TestCommand | Refusal {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        changed: { type: 'boolean' },
        since: { type: 'string', default: 'HEAD' },
        update: { type: 'boolean', short: 'u', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { text: HELP, code: 0 };
    const wanted = values.only?.split(',') ?? Object.values(steps).map(({ group }) => group);
    const chosen = Object.entries(steps).filter(
      ([name, { group, within }]) => wanted.includes(name) || (wanted.includes(group) && (within === undefined || values.changed)),
    );
    const unknown = wanted.filter((name) => !chosen.some(([own, { group }]) => own === name || group === name));
    if (unknown.length > 0) return { text: `No such step: ${unknown.join(', ')}\n\n${HELP}`, code: 2 };
    return { chosen, filters: positionals, since: values.changed ? values.since : undefined, update: values.update };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: `${error.message}\n\n${HELP}`, code: 2 };
  }
}
