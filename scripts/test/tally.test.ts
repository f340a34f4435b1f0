import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inWords, readPlaywright, readVitest, sum, tallyOf } from './tally.ts';

describe('the closing line', () => {
  it('sums up, and speaks of what was skipped only then', () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 4 },
    ]);
    expect(inWords(total)).toBe('5 passed, 1 failed, 4 skipped');
    expect(inWords({ ...total, skipped: 0 })).toBe('5 passed, 1 failed');
  });

  it('reads the reports of both runners', () => {
    expect(readVitest({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 3,
    });
    expect(readPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('counts a run that broke off as a failure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tally-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'report.json');
    expect(tallyOf(file, 1, readVitest)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    writeFileSync(file, JSON.stringify({ numPassedTests: 9, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }));
    expect(tallyOf(file, 1, readVitest)).toEqual({ passed: 9, failed: 1, skipped: 0 });
    expect(tallyOf(file, 0, readVitest)).toEqual({ passed: 9, failed: 0, skipped: 0 });
  });
});
