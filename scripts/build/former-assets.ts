// The build before is still open in visitors' browsers: what its pages load later stays to be had, for one build.
import { existsSync } from 'node:fs';
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
  const { assets: last, former = [] } = await readManifest(dist);
  const gone = (paths: string[]) => paths.filter((path) => HASHED.test(path) && !assets.includes(path));
  const [from, wanted] = gone(last).length > 0 ? ['site', gone(last)] : ['former', gone(former)];
  await rm(join(made, 'former'), { recursive: true, force: true });
  await mkdir(join(made, 'former/assets'), { recursive: true });
  // Compressed beside it, where it is a text.
  for (const path of wanted.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    await copyFile(join(dist, from, path), join(made, 'former', path)).catch(() => undefined);
  }
  return wanted.filter((path) => existsSync(join(made, 'former', path)));
}

function readManifest(dist: string): Promise<Manifest> {
  const text = readFile(join(dist, 'site.json'), 'utf8');
  return text.then((json) => JSON.parse(json) as Manifest).catch(() => ({ assets: [] }));
}
