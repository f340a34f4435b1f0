import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findChanged, testsNear } from './changed.ts';

const sources = new Map([
  ['contract/rule.ts', ''],
  ['contract/rule.test.ts', `import { rule } from './rule.ts';`],
  ['server/leads/lead.ts', `import { rule } from '../../contract/rule.ts';`],
  ['server/leads/deep/far.ts', `import { lead } from '../lead.ts';`],
  ['server/leads/deep/further.ts', `export { far } from './far.ts';`],
  ['server/leads/deep/further.test.ts', `const { further } = await import('./further.ts');`],
  ['server/mail/mail.ts', `import type { Lead } from '../leads/lead.ts';`],
  ['server/mail/mail.test.ts', `import { mail } from './mail.ts';`],
  ['server/app.ts', `import './mail/mail.ts';`],
  ['server/app.test.ts', `import { app } from './app.ts';`],
  ['e2e/journey.spec.ts', `import { rule } from '../contract/rule.ts';`],
]);

it('finds the tests of the same part through any import, others through one file at most, and counts the rest', () => {
  const tests = ['server/leads/deep/further.test.ts', 'server/mail/mail.test.ts'];
  expect(testsNear(sources, ['server/leads/lead.ts'])).toEqual({ tests, further: 1 });
  expect(testsNear(sources, ['contract/rule.ts'])).toEqual({ tests: ['contract/rule.test.ts'], further: 4 });
});

it('takes the nearest of many', () => {
  const many = Array.from({ length: 60 }, (_, n): [string, string] => [
    `server/part-${n}/one.test.ts`,
    `import '../${n < 10 ? 'log' : 'app'}.ts';`,
  ]);
  const { tests, further } = testsNear(new Map([['server/log.ts', ''], ['server/app.ts', `import './log.ts';`], ...many]), [
    'server/log.ts',
  ]);
  expect([tests.length, further]).toEqual([25, 35]);
  expect(tests).toEqual(expect.arrayContaining(many.slice(0, 10).map(([path]) => path)));
});

it('runs a test that was changed itself, a journey too', () => {
  expect(testsNear(sources, ['e2e/journey.spec.ts', 'server/app.test.ts']).tests).toEqual(['e2e/journey.spec.ts', 'server/app.test.ts']);
});

it('takes what is not committed and what git does not know yet, and no file that is gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { cwd: folder, stdio: 'ignore' });
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  git('init');
  mkdirSync(join(folder, 'ui'));
  for (const name of ['one', 'other', 'gone']) {
    write(`ui/${name}.ts`, 'export {};');
    write(`ui/${name}.test.ts`, `import './${name}.ts';`);
  }
  git('add', '.');
  git('commit', '-m', 'All');
  write('ui/one.ts', 'export const one = 1;');
  write('ui/new.test.ts', `import './other.ts';`);
  for (const path of ['ui/gone.ts', 'ui/gone.test.ts']) rmSync(join(folder, path));
  const { files, tests } = findChanged(folder, 'HEAD');
  expect([files.toSorted(), tests]).toEqual([
    ['ui/new.test.ts', 'ui/one.ts'],
    ['ui/new.test.ts', 'ui/one.test.ts'],
  ]);
});
