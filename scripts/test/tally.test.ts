import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inWords, nothing, readPlaywright, readVitest, sum, tallyOf } from './tally.ts';

const vitest = { numPassedTests: 9, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] };

describe('the closing line', () => {
  it('sums up, and speaks of what was skipped only then', () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 0, night: 2, faults: [] },
      { passed: 3, failed: 1, skipped: 4, night: 5, faults: ['one'] },
    ]);
    expect(total.faults).toEqual(['one']);
    expect(inWords(total)).toBe('5 passed, 1 failed, 4 skipped, 7 left to the night');
    expect(inWords({ ...total, skipped: 0, night: 0 })).toBe('5 passed, 1 failed');
  });

  it('reads the reports of both runners', () => {
    expect(readVitest({ ...vitest, numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 3,
      night: 0,
      faults: [],
    });
    expect(readPlaywright({ ...playwright, stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      night: 0,
      faults: [],
    });
  });

  it('counts what is left to the night by itself, in both runners', () => {
    const assertionResults = ['twins @night of a group', 'needs a program'].map((fullName) => ({
      status: 'skipped',
      fullName,
      failureMessages: [],
    }));
    const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults }];
    expect(readVitest({ ...vitest, numPendingTests: 2, testResults })).toMatchObject({ skipped: 1, night: 1 });
    const spec = { file: 'a.spec.ts', ok: true, tests: [] };
    const suites = [
      { title: 'rare @night', suites: [{ specs: [{ ...spec, title: 'opens' }] }] },
      { specs: [{ ...spec, title: 'shuts @night' }] },
    ];
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 3 };
    expect(readPlaywright({ ...playwright, stats, suites })).toMatchObject({ skipped: 1, night: 2 });
  });

  it('counts a run that broke off as a failure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tally-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'report.json');
    expect(tallyOf(file, 1, readVitest)).toEqual({ ...nothing, failed: 1 });
    writeFileSync(file, JSON.stringify(vitest));
    expect(tallyOf(file, 1, readVitest)).toEqual({ ...nothing, passed: 9, failed: 1 });
    expect(tallyOf(file, 0, readVitest)).toEqual({ ...nothing, passed: 9 });
  });
});

describe('what failed', () => {
  it('is told by the test and the beginning of what it said', () => {
    const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const assertionResults = [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'failed', fullName: 'divides', failureMessages: [`\u001B[31mno\u001B[39m\n${long}`] },
    ];
    const testResults = [{ name: join(process.cwd(), 'a.test.ts'), status: 'failed', assertionResults }];
    const [fault, ...others] = readVitest({ ...vitest, testResults }).faults;
    expect(others).toEqual([]);
    expect(fault).toMatch(/^a\.test\.ts > divides\n {4}no\n {4}line 0\n/);
    expect(fault!.split('\n')).toHaveLength(13);
  });

  it('is told of a file that could not be loaded', () => {
    const testResults = [{ name: join(process.cwd(), 'a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }];
    expect(readVitest({ ...vitest, testResults }).faults).toEqual(['a.test.ts\n    no such module']);
  });

  it('is found in suites within suites', () => {
    const tests = [{ results: [{ errors: [{ message: 'not visible' }] }] }];
    const specs = [
      { file: 'a.spec.ts', title: 'opens', ok: false, tests },
      { file: 'a.spec.ts', title: 'closes', ok: true, tests: [] },
    ];
    expect(readPlaywright({ ...playwright, suites: [{ suites: [{ specs }] }] }).faults).toEqual(['a.spec.ts > opens\n    not visible']);
  });
});
