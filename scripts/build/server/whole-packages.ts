// Copies packages that cannot be bundled because they contain machine code, with their dependencies.
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

type Needs = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/** Sources that no program reads. */
const UNREAD = /[\\/]node_modules[\\/]sharp[\\/](?:src|install)$|[\\/]lib[\\/]glib-2.0$/;

/** Copies a package and its installed dependencies: of those for platforms, this platform's. @param from, to folders that have node_modules */
export async function copyPackage(name: string, from: string, to: string, done = new Set<string>()): Promise<void> {
  const folder = join(from, 'node_modules', name);
  if (done.has(name) || !existsSync(folder)) return;
  done.add(name);
  await cp(folder, join(to, 'node_modules', name), { recursive: true, filter: (path) => !UNREAD.test(path) });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Needs;
  for (const need of Object.keys({ ...dependencies, ...optionalDependencies })) await copyPackage(need, from, to, done);
}
