import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser, headlessShell, postgres, provide, type Need } from './provide.ts';

const rootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');

describe('what tests need', () => {
  let folder: string;
  let said: string;
  const need = (name: string) => ({
    what: `The ${name}`,
    debian: `${name}-package`,
    setting: `${name.toUpperCase()}_PATH`,
    find: () => (existsSync(join(folder, name)) ? join(folder, name) : undefined),
  });

  const provideAll = (needs: readonly Need[]) => provide(needs)(needs);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'provide-'));
    said = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  function fakeApt(then: string) {
    writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$@" >> ${folder}/asked\n${then}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
  }

  it('is named by its setting where it is found, and nothing is installed or said', async () => {
    fakeApt('');
    writeFileSync(join(folder, 'tool'), '');
    expect(await provideAll([need('tool')])).toEqual({ TOOL_PATH: join(folder, 'tool') });
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    expect(said).toBe('');
  });

  it.runIf(rootOnDebian)('is installed by apt-get as root on Debian, which is said', async () => {
    fakeApt(`case "$*" in *install*) touch ${folder}/tool;; esac`);
    expect(await provideAll([need('tool')])).toEqual({ TOOL_PATH: join(folder, 'tool') });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('-q update\n-q install -y --no-install-recommends tool-package\n');
    expect(said).toContain('Installing tool-package by apt-get');
  });

  it.runIf(rootOnDebian)('is installed though another is not to be had', async () => {
    fakeApt(`case "$*" in *rare*) echo no such package >&2; exit 100;; *install*tool*) touch ${folder}/tool;; esac`);
    expect(await provideAll([need('tool'), need('rare')])).toEqual({ TOOL_PATH: join(folder, 'tool'), RARE_PATH: undefined });
  });

  it.runIf(rootOnDebian)('that is there is not waited for while another is installed', async () => {
    writeFileSync(join(folder, 'tool'), '');
    fakeApt(`while [ ! -e ${folder}/go ]; do :; done; touch ${folder}/late`);
    const [tool, late] = [need('tool'), need('late')];
    const provided = provide([tool, late]);
    expect(await provided([tool])).toMatchObject({ TOOL_PATH: join(folder, 'tool'), LATE_PATH: undefined });
    writeFileSync(join(folder, 'go'), '');
    expect(await provided([late])).toMatchObject({ LATE_PATH: join(folder, 'late') });
  });

  it('that something else can stand in for says so', async () => {
    fakeApt('exit 100');
    await provideAll([{ ...need('tool'), otherwise: 'Another is taken.' }]);
    expect(said).toContain('! The tool was not found. Another is taken.');
  });

  it('is told to be missing otherwise, and how to get it', async () => {
    fakeApt('echo no network >&2; exit 100');
    expect(await provideAll([need('tool')])).toEqual({ TOOL_PATH: undefined });
    expect(said).toContain('! The tool was not found');
    expect(said).toContain('apt-get install tool-package');
    expect(said).toContain('TOOL_PATH');
  });

  it.each([browser, headlessShell, postgres])('$what is looked for where its setting says first', ({ setting, find }) => {
    for (const name of ['chrome', 'initdb', 'postgres', 'pg_isready']) writeFileSync(join(folder, name), '', { mode: 0o755 });
    const named = setting === postgres.setting ? folder : join(folder, 'chrome');
    vi.stubEnv(setting, named);
    expect(find()).toBe(named);
  });
});
