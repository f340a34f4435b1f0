// Chooses the Node for the project: the installed one if it is new enough, otherwise the pinned one, installed by npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, npmCi } from './npm.mjs';
import { root } from './root.mjs';

const folder = join(root, 'scripts/node');

/** The path of the Node to run everything with; undefined if it must be installed first. */
export function findNode() {
  if (isAtLeast(process.versions.node, wantedVersion())) return process.execPath;
  const binary = pinnedBinary();
  return existsSync(binary) && installed(folder) ? binary : undefined;
}

/** Why another Node is brought, in words. */
export function nodeBrought() {
  return `Node ${wantedVersion()}, because this machine has ${process.versions.node}`;
}

export async function bringNode() {
  const binary = pinnedBinary();
  await npmCi(folder, process.execPath);
  if (spawnSync(binary, ['--version']).status !== 0) throw new Error(pleaseInstall());
  return binary;
}

/** @param {string} version @param {string} wanted */
export function isAtLeast(version, wanted) {
  const own = version.split('.').map(Number);
  const needed = wanted.split('.').map(Number);
  const differs = needed.findIndex((part, place) => part !== own[place]);
  return differs === -1 || Number(own[differs]) > Number(needed[differs]);
}

function wantedVersion() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(engines.node).replace('>=', '');
}

function pinnedBinary() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  if (!(name in optionalDependencies)) throw new Error(pleaseInstall());
  return join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
}

function pleaseInstall() {
  return (
    `Node ${wantedVersion()} or newer is needed. This is ${process.versions.node} on ${process.platform} ${process.arch}, ` +
    'for which npm has no Node to bring: please install it from https://nodejs.org or with your version manager, and try again.'
  );
}
