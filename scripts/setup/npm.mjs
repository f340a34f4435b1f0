// Clean installs by npm under a chosen Node, once for each lockfile.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { forwardSignals } from '../run/signals.mjs';

const CLI = 'npm-cli.js';

// Includes optional packages whatever npm's settings are, and runs no install scripts of packages.
const FLAGS = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Whether a folder's node_modules has what its lockfile says: by our stamp file, or without one by npm's record, which npm writes last. An interrupted
 * install has neither.
 * @param {string} folder @param {boolean} [tools] with devDependencies, which testing and measuring need
 */
export function installed(folder, tools = true) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = readText(stampOf(folder));
  if (stamp === stampFor(lockfile, true) || (!tools && stamp === stampFor(lockfile, false))) return true;
  const record = readText(join(folder, 'node_modules/.package-lock.json'));
  if (!record || !sameTree(JSON.parse(lockfile).packages, JSON.parse(record).packages)) return false;
  writeFileSync(stampOf(folder), stampFor(lockfile, true));
  return true;
}

/**
 * Installs the packages of the lockfile: into an empty node_modules, or, where only the tools are missing, beside the others.
 * @param {string} folder @param {string} node the Node that runs npm: under an old one npm picks old versions
 * @param {boolean} [tools] as of installed; what had tools before gets them again
 */
export async function npmCi(folder, node, tools = true) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = readText(stampOf(folder));
  const all = tools || (stamp !== undefined && !stamp.endsWith(TOOLLESS));
  const adds = all && stamp === stampFor(lockfile, false);
  rmSync(stampOf(folder), { force: true });
  const how = [...(adds ? ['install', '--no-save'] : ['ci']), all ? '--include=dev' : '--omit=dev', ...FLAGS];
  const { code, output } = await runNpm(how, folder, node);
  if (code !== 0) throw new Error(`npm could not install the dependencies of ${folder}:\n\n${whyOf(output)}\n`);
  writeFileSync(stampOf(folder), stampFor(lockfile, all));
}

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean }>} Tree */

/** @param {Tree} wanted @param {Tree} present */
function sameTree(wanted, present) {
  const missing = Object.entries(wanted).some(([path, { version, integrity, optional }]) => {
    const own = present[path];
    return path !== '' && !(own ? own.version === version && own.integrity === integrity : optional);
  });
  return !missing && Object.keys(present).every((path) => path in wanted);
}

/**
 * @param {string[]} args @param {string} folder @param {string} node
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runNpm(args, folder, node) {
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  const cli = findCli();
  const child = forwardSignals(() =>
    cli ? spawn(node, [cli, ...args], { cwd: folder, env }) : spawn('npm', args, { cwd: folder, env, shell: process.platform === 'win32' }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** npm's error messages without its manual. @param {string} output */
function whyOf(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error') && line !== 'npm error');
  const manual = lines.findIndex((line) => line.startsWith('npm error Usage:'));
  return lines
    .slice(0, manual === -1 ? undefined : manual)
    .slice(0, 20)
    .join('\n');
}

/** The path of npm: the one that called this process, the one in PATH, or the one beside this Node. */
function findCli() {
  const called = process.env.npm_execpath;
  if (called && basename(called) === CLI && existsSync(called)) return called;
  const beside = dirname(process.execPath);
  const places = [
    ...(process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'npm')),
    join(beside, '../lib/node_modules/npm/bin', CLI),
    join(beside, 'node_modules/npm/bin', CLI),
    join('/usr/share/nodejs/npm/bin', CLI),
  ];
  return places
    .filter((place) => existsSync(place))
    .map((place) => realpathSync(place))
    .find((place) => basename(place) === CLI);
}

/** @param {string} folder */
function stampOf(folder) {
  return join(folder, 'node_modules/.installed');
}

/** How the stamp ends where devDependencies were left out. */
const TOOLLESS = ' without tools\n';

/** @param {string} lockfile @param {boolean} tools */
function stampFor(lockfile, tools) {
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}${tools ? '\n' : TOOLLESS}`;
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
