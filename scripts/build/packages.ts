// What the product is made of: dist/sbom.cdx.json (CycloneDX, by npm from the lockfile) and dist/licences.txt.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../setup/npm.mjs';

type Lockfile = {
  packages: Record<string, { version: string; dev?: boolean; optional?: boolean; license?: string; devDependencies?: object }>;
};

/** @returns the names of the files that it wrote into a folder */
export async function describePackages(folder: string, target: string): Promise<string[]> {
  const files = { 'sbom.cdx.json': await billOfMaterials(folder), 'licences.txt': licenceTexts(folder) };
  await mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text);
  return Object.keys(files);
}

/**
 * Without what differs from one build of the same packages to the next. npm is given the lockfile without its tools: asked to omit them it leaves
 * out what both a tool and the product need, too (npm 11.19).
 */
async function billOfMaterials(folder: string): Promise<string> {
  const { name: product } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const parent = await mkdtemp(join(tmpdir(), 'packages-'));
  // npm calls the product by the name of its folder.
  const aside = join(parent, product);
  try {
    await mkdir(aside);
    for (const name of ['package.json', 'package-lock.json']) await writeFile(join(aside, name), withoutTools(join(folder, name)));
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'];
    const { code, output } = await runNpm(args, aside, process.execPath);
    if (code !== 0) throw new Error(`npm could not write the bill of materials:\n${output}`);
    const { serialNumber: _number, ...document } = JSON.parse(output) as { serialNumber: string; metadata: { timestamp?: string } };
    delete document.metadata.timestamp;
    return `${JSON.stringify(document, null, 1)}\n`;
  } finally {
    await rm(parent, { recursive: true });
  }
}

function withoutTools(file: string): string {
  const {
    devDependencies: _tools,
    packages,
    ...rest
  } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Lockfile> & { devDependencies?: object };
  if (packages === undefined) return JSON.stringify(rest);
  const shipped = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  const { devDependencies: _own, ...root } = packages['']!;
  return JSON.stringify({ ...rest, packages: { ...Object.fromEntries(shipped), '': root } });
}

type Shipped = { path: string; name: string; version: string; optional: boolean; license: string | undefined };

function shippedPackages(folder: string): Shipped[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lockfile;
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, optional = false, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, version, optional, license };
    });
}

/** The licence of each package that the product is made from, in its own words. Packages for other machines are not here to be read. */
function licenceTexts(folder: string): string {
  const parts = shippedPackages(folder).flatMap(({ path, name, version, optional, license }) => {
    const texts = licenceFiles(join(folder, path));
    if (texts === undefined && optional) return [];
    if (!texts?.length && license === undefined) throw new Error(`${path} says nothing of its licence`);
    return [`${name} ${version}${license === undefined ? '' : ` (${license})`}\n\n${texts?.join('\n\n') ?? ''}`.trimEnd()];
  });
  return `${[...new Set(parts)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Undefined where the package is not installed. */
function licenceFiles(path: string): string[] | undefined {
  try {
    const names = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name));
    return names.map((name) => readFileSync(join(path, name), 'utf8').trim());
  } catch {
    return undefined;
  }
}
