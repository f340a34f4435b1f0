// Checks that package-lock.json works on every machine: it contains no download addresses, every platform's packages, and a hash of each package that its
// author published.
// `node scripts/checks/lockfile.ts` reports faults; with --complete it adds missing packages.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup/root.mjs';

const LOCKFILES = [
  'package-lock.json',
  'art/package-lock.json',
  'scripts/node/package-lock.json',
  ...globSync('bench/peers/*/package-lock.json', { cwd: root }),
];

type Entry = {
  version: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  cpu?: string[];
  os?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, Entry> };

/** @param isInstalled whether a package is installed here; by default only packages that every machine installs are checked */
export function faults({ packages }: Lockfile, isInstalled: (path: string) => boolean = () => false): string[] {
  // For some packages of other platforms the registry returned no hash.
  const unverified = Object.entries(packages).filter(
    ([path, { integrity, optional }]) => path !== '' && integrity === undefined && (optional !== true || isInstalled(path)),
  );
  const addresses = Object.keys(packages).filter((path) => packages[path]?.resolved);
  const absent = missing(packages).map(([path]) => path);
  return [
    addresses.length > 0 && `has "resolved" addresses; set omit-lockfile-registry-resolved=true and install again: ${addresses.join(', ')}`,
    unverified.length > 0 &&
      `has packages without an integrity, so that anything could be installed: ${unverified.map(([path]) => path).join(', ')}`,
    absent.length > 0 && `lacks packages, so that npm ci fails; run node scripts/checks/lockfile.ts --complete: ${absent.join(', ')}`,
  ].filter((fault) => fault !== false);
}

/** Adds the packages of other platforms that npm left out because the registry did not have them; npm would then refuse to install. */
export function complete({ packages }: Lockfile): Lockfile['packages'] {
  const all = [...Object.entries(packages), ...missing(packages)];
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function missing(packages: Lockfile['packages']): [string, Entry][] {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages))
      .map(([name, version]): [string, Entry] => [`node_modules/${name}`, entryFor(name, version, dev)]),
  );
}

/** Packages for platforms have the version of their parent, and the platform in their name. */
function entryFor(name: string, version: string, dev: boolean | undefined): Entry {
  const os = /android|darwin|freebsd|linux|openharmony|win32/.exec(name)?.[0];
  const cpu = /arm64|arm|ia32|ppc64|riscv64|s390x|x64/.exec(name)?.[0];
  return { version, ...(cpu && { cpu: [cpu] }), ...(dev && { dev }), optional: true, ...(os && { os: [os] }) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const file of LOCKFILES) {
    const path = join(root, file);
    const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
    if (process.argv.includes('--complete')) {
      writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: complete(lockfile) }, null, 2)}\n`);
    } else {
      const found = faults(lockfile, (one) => existsSync(join(root, dirname(file), one, 'package.json')));
      for (const fault of found) console.error(`${file}: ${fault}`);
      if (found.length > 0) process.exitCode = 1;
    }
  }
}
