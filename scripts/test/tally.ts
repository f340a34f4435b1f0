import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `night`: tests left to a night's run, which `skipped` does not count. `faults`: each failed test with the beginning of its message. */
export type Tally = { passed: number; failed: number; skipped: number; night: number; faults: readonly string[] };

export type Reader = (report: never) => Tally;

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: Array<{
    name: string;
    status: string;
    message?: string;
    assertionResults: Array<{ status: string; fullName: string; failureMessages: readonly string[] | null }>;
  }>;
};

type PlaywrightSuite = {
  title?: string;
  suites?: PlaywrightSuite[];
  specs?: Array<{ file: string; title: string; ok: boolean; tests: Array<{ results: Array<{ errors: Array<{ message?: string }> }> }> }>;
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: Array<{ message?: string }>;
};

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, night: 0, faults: [] };

/** Part of the title of each test, or of its suite, that only runs at night (server/testing/rotation.testing.ts). */
export const NIGHT = '@night';

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed, skipped, night, faults }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      night: total.night + night,
      faults: [...total.faults, ...faults],
    }),
    nothing,
  );
}

export function inWords({ passed, failed, skipped, night }: Omit<Tally, 'faults'>): string {
  const left = night > 0 ? `, ${night} left to the night` : '';
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${left}`;
}

/**
 * A run that fails without a failed test (a file that cannot be loaded, a crash) counts as one failure.
 * @param file the report that the runner's JSON reporter wrote
 */
export function tallyOf(file: string, code: number, read: Reader): Tally {
  const tally = readReport(file, read);
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

export function readVitest({ testResults, ...report }: VitestReport): Tally {
  const titles = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  const night = titles.filter((title) => title.includes(NIGHT)).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests - night,
    night,
    faults: testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message = '', assertionResults }) => {
        const file = relative(process.cwd(), name);
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        if (failed.length === 0) return [fault(file, [message])];
        return failed.map(({ fullName, failureMessages }) => fault(`${file} > ${fullName}`, failureMessages ?? []));
      }),
  };
}

export function readPlaywright(report: PlaywrightReport): Tally {
  const { stats, errors } = report;
  const night = leftToNight(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped - night,
    night,
    faults: [...errors.map(({ message = '' }) => fault('outside of any test', [message])), ...faultsIn(report)],
  };
}

function leftToNight({ title = '', suites = [], specs = [] }: PlaywrightSuite, within = false): number {
  const isIn = within || title.includes(NIGHT);
  const own = specs.filter((spec) => isIn || spec.title.includes(NIGHT)).length;
  return suites.reduce((total, suite) => total + leftToNight(suite, isIn), own);
}

function faultsIn({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return fault(
        `${file} > ${title}`,
        errors.map(({ message = '' }) => message),
      );
    });
  return [...own, ...suites.flatMap(faultsIn)];
}

function fault(test: string, messages: readonly string[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).trim().split('\n').slice(0, 12));
  return [test, ...lines.map((line) => `    ${line}`)].join('\n');
}

function readReport(file: string, read: Reader): Tally {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return nothing;
  }
}
