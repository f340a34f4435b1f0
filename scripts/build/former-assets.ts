// Keeps the previous build's hashed files for one more build: pages open in visitors' browsers, and a server that still runs on it, may load them later.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = { assets: string[]; former?: string[] };

/** The name contains a hash of the content, so it always stands for the same file. */
export const HASHED = /^\/assets\/[^/]+-[\w-]{8}\.\w+$/;

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

/** Copies files, with their compressed versions if they are text. @returns those that were there */
export async function copyAll(paths: readonly string[], from: string, to: string): Promise<string[]> {
  for (const path of paths.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    await copyFile(join(from, path), join(to, path)).catch(() => undefined);
  }
  return paths.filter((path) => existsSync(join(to, path)));
}
