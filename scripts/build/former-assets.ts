// Keeps the previous build's hashed files for one more build: pages open in visitors' browsers, and a server that still runs on it, may load them later.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = { assets: string[]; former?: string[] };

/** The name contains a hash of the content, so it always stands for the same file. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8}\.\w+$/;

/**
 * Copies hashed files that only the previous build has into `former/` of a new build. If both are the same, the previous `former/` is kept.
 * @param dist the previous build, if there is one
 * @param made the folder of the new build
 * @param assets addresses of the new build's files
 * @returns the addresses of the kept files
 */
export async function copyFormerAssets(dist: string, made: string, assets: readonly string[]): Promise<string[]> {
  const manifest = readFile(join(dist, 'site.json'), 'utf8').then((json) => JSON.parse(json) as Manifest);
  const { assets: last, former = [] } = await manifest.catch((): Manifest => ({ assets: [] }));
  const gone = (paths: string[]) => paths.filter((path) => HASHED.test(path) && !assets.includes(path));
  const [from, wanted] = gone(last).length > 0 ? ['site', gone(last)] : ['former', gone(former)];
  await rm(join(made, 'former'), { recursive: true, force: true });
  await mkdir(join(made, 'former/assets'), { recursive: true });
  return copyAll(wanted, join(dist, from), join(made, 'former'));
}

/**
 * The same for the server's code and the desk, whose files stay beside those of the new build: a server that still runs on the previous one looks for them
 * there. `former.json` lists them.
 * @param last the part's folder in the previous build, if there is one
 * @param made its folder in the new build
 */
export async function copyFormerFiles(last: string, made: string): Promise<void> {
  const [there, assets] = await Promise.all([hashedIn(last), hashedIn(made)]);
  const listed = readFile(join(last, 'former.json'), 'utf8').then((json) => JSON.parse(json) as string[]);
  const former = await listed.catch((): string[] => []);
  const gone = there.filter((path) => !assets.includes(path));
  const newlyGone = gone.filter((path) => !former.includes(path));
  const kept = await copyAll(newlyGone.length > 0 ? newlyGone : gone, last, made);
  await writeFile(join(made, 'former.json'), JSON.stringify(kept));
}

async function hashedIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'assets')).catch((): string[] => []);
  return names.map((name) => `/assets/${name}`).filter((path) => HASHED.test(path));
}

/** Copies files, with their compressed versions if they are text. @returns those that were there */
async function copyAll(paths: readonly string[], from: string, to: string): Promise<string[]> {
  for (const path of paths.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    await copyFile(join(from, path), join(to, path)).catch(() => undefined);
  }
  return paths.filter((path) => existsSync(join(to, path)));
}
