// Reads what the test runners report about themselves into one count.
import { readFileSync } from 'node:fs';

export type Tally = { passed: number; failed: number; skipped: number };

export type Reader = (report: never) => Tally;

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run that fails without a failed test (a file that cannot be loaded, a crash) counts as one failure.
 * @param file what the runner's JSON reporter wrote
 */
export function tallyOf(file: string, code: number, read: Reader): Tally {
  const tally = readReport(file, read);
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

export function readVitest(report: VitestReport): Tally {
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests };
}

export function readPlaywright({ stats }: PlaywrightReport): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function readReport(file: string, read: Reader): Tally {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
