import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAtLeast } from './node.mjs';
import { installed } from './npm.mjs';

const needed = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };
const forElsewhere = { 'node_modules/b-win32': { version: '1.0.0', optional: true } };

describe('what is installed', () => {
  let folder: string;
  const lock = (packages: object) =>
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  const record = (packages: object) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'installed-'));
    lock({ ...needed, ...forElsewhere });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is nothing on a fresh clone', () => expect(installed(folder)).toBe(false));

  it('is nothing after an install that was cut off, which has folders but no record', () => {
    mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
    expect(installed(folder)).toBe(false);
  });

  it("is right when npm's record has what this machine needs", () => {
    record(needed);
    expect(installed(folder)).toBe(true);
  });

  it('is right for a start without tools, and for a test once they came too', () => {
    record(needed);
    installed(folder);
    const stamp = join(folder, 'node_modules/.installed');
    writeFileSync(stamp, readFileSync(stamp, 'utf8').replace('\n', ' without tools\n'));
    record({});
    expect([installed(folder, false), installed(folder, true)]).toEqual([true, false]);
    record(needed);
    expect([installed(folder, true), installed(folder, false)]).toEqual([true, true]);
  });

  it('is wrong once the lockfile asks for another version, or for one package more or less', () => {
    record(needed);
    expect(installed(folder)).toBe(true);
    lock({ 'node_modules/a': { version: '1.0.1', integrity: 'y' } });
    expect(installed(folder)).toBe(false);
    lock({ ...needed, 'node_modules/c': { version: '1.0.0', integrity: 'z' } });
    expect(installed(folder)).toBe(false);
    lock({});
    expect(installed(folder)).toBe(false);
  });
});

describe('the version of Node', () => {
  it.each([
    ['24.21.0', true],
    ['24.21.1', true],
    ['24.22.0', true],
    ['26.0.0', true],
    ['24.20.9', false],
    ['24.3.0', false],
    ['20.20.2', false],
    ['18.0.0', false],
  ])('%s will do for 24.21.0: %s', (version, will) => expect(isAtLeast(version, '24.21.0')).toBe(will));
});
