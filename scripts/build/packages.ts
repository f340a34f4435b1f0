// Lists the packages in the product: dist/sbom.cdx.json (CycloneDX, from the lockfile) and dist/licences.txt.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Needs = Readonly<Record<string, string>>;
type Entry = {
  version: string;
  dev?: boolean;
  optional?: boolean;
  license?: string;
  integrity?: string;
  dependencies?: Needs;
  optionalDependencies?: Needs;
  peerDependencies?: Needs;
};
type Lockfile = { name: string; version: string; packages: Record<string, Entry> };

/** Dependencies that build the product and are no part of it. They are no devDependencies, which a start does not install. */
export const builders: readonly string[] = ['@csstools/postcss-media-minmax', '@vitejs/plugin-react', 'vite'];

/** @returns the names of the files written to `target` */
export async function describePackages(folder: string, target: string): Promise<string[]> {
  const files = { 'sbom.cdx.json': billOfMaterials(folder), 'licences.txt': licenceTexts(folder) };
  await mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text);
  return Object.keys(files);
}

/**
 * A CycloneDX 1.5 document, identical for the same lockfile. `npm sbom --omit=dev` (11.19) leaves out packages that a tool needs as well, and older
 * versions of npm lack it.
 */
function billOfMaterials(folder: string): string {
  const { name, version, packages } = lockfileOf(folder);
  const shipped = shippedPackages(folder);
  const refs = new Map(shipped.map((one) => [one.path, refOf(one)]));
  const needed = (path: string, needs: readonly string[]) => needs.flatMap((need) => refs.get(placeOf(path, need, refs)) ?? []);
  const all = [{ path: '', name, version, needs: needsOf(packages['']!) }, ...shipped];
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': refOf({ name, version }), purl: purlOf(name, version) } },
    // A package that is installed in two places is listed once.
    components: [...new Map(shipped.map((one) => [refOf(one), componentOf(one)])).values()],
    dependencies: [...Map.groupBy(all, refOf)].map(([ref, same]) => ({
      ref,
      dependsOn: [...new Set(same.flatMap(({ path, needs }) => needed(path, needs)))].sort(),
    })),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function refOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`;
}

function componentOf({ name, version, license, integrity }: Shipped): object {
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? [];
  const hash = { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
  return {
    type: 'library',
    name,
    version,
    'bom-ref': refOf({ name, version }),
    purl: purlOf(name, version),
    ...(integrity !== undefined && { hashes: [hash] }),
    ...(license !== undefined && { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }),
  };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Resolves a package's dependency: in its nested node_modules, or in one further up. */
function placeOf(from: string, name: string, places: { has: (path: string) => boolean }): string {
  const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (from === '' || places.has(place)) return place;
  return placeOf(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name, places);
}

type Shipped = {
  path: string;
  name: string;
  version: string;
  optional: boolean;
  license: string | undefined;
  integrity: string | undefined;
  needs: string[];
};

/** Those that the root's dependencies need, without builders, in the order of the lockfile. */
function shippedPackages(folder: string): Shipped[] {
  const { packages } = lockfileOf(folder);
  const places = new Set(Object.keys(packages));
  const reached = new Set<string>();
  const reach = (from: string, needs: readonly string[]) => {
    for (const path of needs.map((need) => placeOf(from, need, places))) {
      const entry = packages[path];
      if (entry === undefined || reached.has(path)) continue;
      reached.add(path);
      reach(path, needsOf(entry));
    }
  };
  reach(
    '',
    needsOf(packages['']!).filter((name) => !builders.includes(name)),
  );
  return Object.entries(packages)
    .filter(([path]) => reached.has(path))
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const { version, optional = false, license, integrity } = entry;
      return { path, name, version, optional, license, integrity, needs: needsOf(entry) };
    });
}

function needsOf({ dependencies, optionalDependencies, peerDependencies }: Entry): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

function lockfileOf(folder: string): Lockfile {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lockfile;
}

/** The licence texts of all packages in the product. Packages for other platforms are not installed, so theirs are missing. */
function licenceTexts(folder: string): string {
  const parts = shippedPackages(folder).flatMap(({ path, name, version, optional, license }) => {
    const texts = licenceFiles(join(folder, path));
    if (texts === undefined && optional) return [];
    if (!texts?.length && license === undefined) throw new Error(`${path} says nothing of its licence`);
    return [`${name} ${version}${license === undefined ? '' : ` (${license})`}\n\n${texts?.join('\n\n') ?? ''}`.trimEnd()];
  });
  return `${[...new Set(parts)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function licenceFiles(path: string): string[] | undefined {
  try {
    const names = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name));
    return names.map((name) => readFileSync(join(path, name), 'utf8').trim());
  } catch {
    return undefined;
  }
}
