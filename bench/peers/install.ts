import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed, npmCi } from '../../scripts/setup/npm.mjs';
import { root } from '../../scripts/setup/root.mjs';

/** Where peers are installed and built; git ignores it. */
const INSTALLED = join(root, '.cache/peers');
const LONGEST_BUILD = 900_000;

export type Generated = Record<string, string | Buffer>;

/**
 * Copies a peer out of the product's tree, installs what its lockfile pins, and builds it where anything has changed.
 * @param generated files beside its own
 * @returns its folder
 */
export async function installPeer(folder: string, build?: readonly string[], generated: Generated = {}): Promise<string> {
  const place = join(INSTALLED, folder);
  mkdirSync(place, { recursive: true });
  const files = {
    ...filesIn(join(import.meta.dirname, folder)),
    ...prefixed('shared', filesIn(join(import.meta.dirname, 'shared'))),
    ...generated,
  };
  const state = join(place, '.built');
  const hash = hashOf(files);
  if (!existsSync(state) || readFileSync(state, 'utf8') !== hash) {
    rmSync(state, { force: true });
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(place, path, '..'), { recursive: true });
      writeFileSync(join(place, path), content);
    }
    if (!installed(place)) await told(`installing ${folder}`, () => npmCi(place, process.execPath));
    if (build !== undefined) await told(`building ${folder}`, () => runNode(build, place));
    writeFileSync(state, hash);
  }
  return place;
}

/** Runs Node in a peer's folder. @throws with its output where it fails */
export async function runNode(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const options = { cwd, env: { ...peerEnv, ...env }, timeout: LONGEST_BUILD, maxBuffer: 2 ** 26 };
  await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${args.join(' ')} failed in ${cwd}:\n${(stdout + stderr).slice(-4000)}`, { cause: error });
  });
}

/** What every process that is measured gets. */
export const peerEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** The bytes of all files in a folder, by their paths there. */
export function filesIn(folder: string): Generated {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(folder, path))]));
}

function prefixed(folder: string, files: Generated): Generated {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [join(folder, path), content]));
}

function hashOf(files: Generated): string {
  const hash = createHash('sha256');
  for (const [path, content] of Object.entries(files)) hash.update(path).update('\0').update(content);
  return hash.digest('hex');
}

async function told(what: string, act: () => Promise<void>): Promise<void> {
  console.error(`  ${what}`);
  await act();
}
