// Finds the stale parts of the build by a hash of all files that a part is made from.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ inputs: string[], outputs: string[] }} Part */

const NOT_BUILT = /(\.(test|testing)\.[cm]?[jt]sx?|\.md|\.snap)$/;

/**
 * The names of the parts to build, each with the hash to store after building it.
 * @param {string} root @param {Record<string, Part>} parts @returns {Map<string, string>}
 */
export function findStale(root, parts) {
  const stale = new Map();
  for (const [name, { inputs, outputs }] of Object.entries(parts)) {
    const hash = hashOf(root, inputs);
    const memory = join(root, `dist/.built-${name}`);
    const built = existsSync(memory) && outputs.every((output) => existsSync(join(root, output)));
    if (!built || readFileSync(memory, 'utf8') !== hash) stale.set(name, hash);
  }
  return stale;
}

/** @param {string} root @param {string} name @param {string} hash */
export function rememberBuilt(root, name, hash) {
  writeFileSync(join(root, `dist/.built-${name}`), hash);
}

/** @param {string} root @param {string[]} inputs */
function hashOf(root, inputs) {
  const sum = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesUnder(root, input))) {
    const content = readFileSync(join(root, path));
    sum.update(`${path}\0${content.length}\0`).update(content);
  }
  return sum.digest('hex');
}

/** @param {string} root @param {string} input @returns {string[]} */
function filesUnder(root, input) {
  const stat = statSync(join(root, input), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat && !NOT_BUILT.test(input) ? [input] : [];
  const names = readdirSync(join(root, input)).sort();
  return names.flatMap((name) => filesUnder(root, join(input, name)));
}
