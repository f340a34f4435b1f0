// Reads what the test runners report about themselves into one count.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The closing line. @param {Tally} tally */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run that fails without a failed test (a file that cannot be loaded, a crash) counts as one failure.
 * @param {string} file what the runner's JSON reporter wrote @param {number} code its exit code
 * @param {(report: any) => Tally} read
 */
export function tallyOf(file, code, read) {
  const tally = readReport(file, read);
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report @returns {Tally} */
export function readVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report @returns {Tally} */
export function readPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** @param {string} file @param {(report: any) => Tally} read @returns {Tally} */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
