// Which parts of the build are stale: a hash of the content of everything a part is made from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ inputs: string[], outputs: string[] }} Part */
/** @typedef {{ parts: Record<string, string>, files: Record<string, [number, number, string]> }} Memory */

const NOT_BUILT = /(\.(test|testing)\.[cm]?[jt]sx?|\.md|\.snap)$/;

/**
 * The hash of a part's inputs, and what was learnt about each file on the way. A file whose time and size are as
 * remembered is not read again: that is what keeps the check of an unchanged tree in the milliseconds.
 * @param {string} root @param {string[]} inputs @param {Memory['files']} known
 */
export function hashInputs(root, inputs, known) {
  /** @type {Memory['files']} */
  const files = {};
  for (const input of inputs) for (const path of filesUnder(root, input)) files[path] = fileRecord(root, path, known[path]);
  const sum = createHash('sha256');
  for (const path of Object.keys(files).sort()) sum.update(`${path}\0${files[path]?.[2]}\n`);
  return { hash: sum.digest('hex'), files };
}

/**
 * The parts that have to be built, with the memory to keep once they are.
 * @param {string} root @param {Record<string, Part>} parts @param {Memory} memory
 */
export function findStale(root, parts, memory) {
  /** @type {Memory} */
  const next = { parts: {}, files: {} };
  /** @type {string[]} */
  const stale = [];
  for (const [name, part] of Object.entries(parts)) {
    const { hash, files } = hashInputs(root, part.inputs, memory.files);
    next.parts[name] = hash;
    Object.assign(next.files, files);
    const built = part.outputs.every((output) => existsSync(join(root, output)));
    if (!built || memory.parts[name] !== hash) stale.push(name);
  }
  return { stale, next };
}

/** @param {string} file @returns {Memory} */
export function readMemory(file) {
  try {
    const memory = JSON.parse(readFileSync(file, 'utf8'));
    return { parts: memory.parts ?? {}, files: memory.files ?? {} };
  } catch {
    return { parts: {}, files: {} };
  }
}

/** @param {string} file @param {Memory} memory */
export function writeMemory(file, memory) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(memory));
}

/** @param {string} root @param {string} input @returns {string[]} */
function filesUnder(root, input) {
  const stat = statSync(join(root, input), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return NOT_BUILT.test(input) ? [] : [input];
  return readdirSync(join(root, input)).flatMap((name) => filesUnder(root, join(input, name)));
}

/** @param {string} root @param {string} path @param {[number, number, string] | undefined} known @returns {[number, number, string]} */
function fileRecord(root, path, known) {
  const file = join(root, path);
  const { mtimeMs, size } = statSync(file);
  if (known && known[0] === mtimeMs && known[1] === size) return known;
  return [mtimeMs, size, createHash('sha256').update(readFileSync(file)).digest('base64')];
}
