// Finds what tests need besides npm packages, such as a browser and PostgreSQL, and installs it if this is root on Debian.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { say, step } from '../setup/progress.mjs';

const windows = process.platform === 'win32';
const exe = windows ? '.exe' : '';

export type Need = {
  what: string;
  debian: string;
  setting: string;
  find: () => string | undefined;
  /** What happens if it is missing; by default the tests that need it are skipped. */
  otherwise?: string;
};

export const browser: Need = { what: 'Chromium or Chrome', debian: 'chromium', setting: 'CHROME_PATH', find: findBrowser };

/** The headless engine, which Playwright uses by default: it needs a third less processor time than the full browser. */
export const headlessShell: Need = {
  what: "Chromium's headless shell",
  debian: 'chromium-headless-shell',
  setting: 'HEADLESS_SHELL_PATH',
  find: findHeadlessShell,
  otherwise: 'Its tests run in the whole browser instead, which takes longer.',
};

/** Flags for a browser that makes no connections by itself. */
export const quietFlags: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The proxies that deploy/ has files for. */
export const proxies: Need[] = [
  program('nginx', 'nginx'),
  program('HAProxy', 'haproxy'),
  program('Caddy', 'caddy'),
  program('nftables', 'nftables', 'nft'),
];

export const postgres: Need = { what: 'PostgreSQL', debian: 'postgresql', setting: 'POSTGRES_BIN', find: findPostgres };

/**
 * Finds each program, installs missing ones by apt-get if this is root on Debian, and prints how to get the others.
 * @returns a function that waits until some of them are installed, if they can be, and gives the paths of all that are found by then, by the names
 * of their settings
 */
export function provide(needs: readonly Need[]): (some: readonly Need[]) => Promise<NodeJS.ProcessEnv> {
  const absent = needs.filter(({ find }) => !find());
  const installed = installAbsent(absent);
  return async (some) => {
    if (some.some((need) => absent.includes(need))) await installed;
    return Object.fromEntries(needs.map(({ setting, find }) => [setting, find()]));
  };
}

async function installAbsent(absent: readonly Need[]): Promise<void> {
  if (absent.length > 0 && isRootOnDebian()) await installDebian(absent.map(({ debian }) => debian));
  for (const { what, debian, setting, find, otherwise = 'What needs it is skipped.' } of absent)
    if (!find()) say(`! ${what} was not found. ${otherwise} Install it (Debian: apt-get install ${debian}) or set ${setting}.`);
}

function program(what: string, debian: string, name = debian): Need {
  const setting = `${name.toUpperCase()}_PATH`;
  const find = () => [process.env[setting] ?? '', ...inPath(name), `/usr/sbin/${name}`].find(isProgram);
  return { what, debian, setting, find };
}

function findBrowser(): string | undefined {
  const named = process.env.CHROME_PATH;
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
  const usual = [
    '/usr/bin/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return [...(named ? [named] : []), ...names.flatMap(inPath), ...usual, ...downloaded(/^chromium-\d+$/, browserPrograms)].find(isProgram);
}

const browserPrograms = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
];

/** Uses the full browser if CHROME_PATH is set. */
function findHeadlessShell(): string | undefined {
  const named = process.env.HEADLESS_SHELL_PATH || process.env.CHROME_PATH;
  const programs = ['chrome-linux/headless_shell', 'chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-mac/headless_shell'];
  return [...(named ? [named] : []), ...inPath('chromium-headless-shell'), ...downloaded(/^chromium_headless_shell-\d+$/, programs)].find(
    isProgram,
  );
}

/** Programs that Playwright has downloaded. */
function downloaded(folder: RegExp, programs: readonly string[]): string[] {
  const home = homedir();
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? '',
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
    join(home, 'AppData/Local/ms-playwright'),
  ];
  return caches
    .flatMap((cache) => namesIn(cache, folder).map((name) => join(cache, name)))
    .flatMap((place) => programs.map((program) => join(place, program)));
}

function findPostgres(): string | undefined {
  const named = process.env.POSTGRES_BIN;
  const versions = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', 'C:\\Program Files\\PostgreSQL'];
  const usual = versions.flatMap((place) => namesIn(place, /^(postgresql@?)?\d*$/).map((name) => join(place, name, 'bin')));
  const inPaths = (process.env.PATH ?? '').split(delimiter);
  return [...(named ? [named] : []), ...usual, ...inPaths].find((place) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => isProgram(join(place, `${name}${exe}`))),
  );
}

async function installDebian(packages: readonly string[]): Promise<void> {
  await step(`Installing ${packages.join(' and ')} by apt-get, which the tests need`, async () => {
    if (!(await aptGet('update'))) return;
    // Installs them one by one, so that an unavailable package does not prevent the others.
    if (!(await aptGet('install', packages)) && packages.length > 1) for (const one of packages) await aptGet('install', [one]);
  });
}

function aptGet(verb: 'update' | 'install', packages: readonly string[] = []): Promise<boolean> {
  // RUNLEVEL=1 prevents packages from starting services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const args = ['-q', verb, ...(verb === 'install' ? ['-y', '--no-install-recommends', ...packages] : [])];
  return promisify(execFile)('apt-get', args, { env, maxBuffer: 2 ** 26 }).then(
    () => true,
    ({ stderr = '' }: { stderr?: string }) => {
      say(`  apt-get ${verb} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
      return false;
    },
  );
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && inPath('apt-get').some(isProgram);
}

function inPath(name: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((place) => join(place, `${name}${exe}`));
}

function namesIn(folder: string, pattern: RegExp): string[] {
  if (!folder || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
