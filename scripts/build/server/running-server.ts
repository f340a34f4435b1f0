// What a server needs that goes on running on the previous build while another is made.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyAll, HASHED } from '../former-assets.ts';

/**
 * As copyFormerAssets, for the server's code and the desk, whose files stay beside those of the new build: a server that still runs on the previous one looks for them
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

/** Moves a part into place. The previous one is removed last, which takes long: a server that runs on it must not find nothing meanwhile. */
export async function replacePart(built: string, made: string): Promise<void> {
  const previous = `${made}.previous`;
  await rm(previous, { recursive: true, force: true });
  await mkdir(dirname(built), { recursive: true });
  if (existsSync(built)) await rename(built, previous);
  await rename(made, built);
  await rm(previous, { recursive: true, force: true });
}
