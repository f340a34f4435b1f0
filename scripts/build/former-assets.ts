// The build before is still open in visitors' browsers: what its pages load later stays to be had, for one build.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = { assets: string[]; former?: string[] };

/** Named by its content, so that it stands for one file whoever asks. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8}\.\w+$/;

/**
 * Copies into `former/` of a new build the hashed files that only the last build made. Where both made the same, what the last one had
 * kept stays.
 * @param dist the last build, if there is one
 * @param made the folder of the new one
 * @param assets addresses of the new one's files
 * @returns the addresses of what was kept
 */
export async function copyFormerAssets(dist: string, made: string, assets: readonly string[]): Promise<string[]> {
  const last = await readManifest(dist);
  const known = new Set(assets);
  const gone = (paths: readonly string[] = []) => paths.filter((path) => HASHED.test(path) && !known.has(path));
  const [from, wanted] = gone(last.assets).length > 0 ? (['site', gone(last.assets)] as const) : (['former', gone(last.former)] as const);
  await rm(join(made, 'former'), { recursive: true, force: true });
  await mkdir(join(made, 'former/assets'), { recursive: true });
  const kept = await Promise.all(wanted.map((path) => copy(join(dist, from, path), join(made, 'former', path))));
  return wanted.filter((_, index) => kept[index]);
}

async function readManifest(dist: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(dist, 'site.json'), 'utf8')) as Manifest;
  } catch {
    return { assets: [] };
  }
}

async function copy(from: string, to: string): Promise<boolean> {
  const there = await copyFile(from, to).then(
    () => true,
    () => false,
  );
  // Compressed beside it, where it is a text.
  for (const ending of ['.br', '.gz']) await copyFile(from + ending, to + ending).catch(() => undefined);
  return there;
}
