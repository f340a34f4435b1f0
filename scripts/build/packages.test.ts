import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/root.mjs';
import { builders, describePackages } from './packages.ts';

type Component = { name: string; version: string; purl: string; hashes?: unknown[] };

describe('what the product is made of', () => {
  const dist = mkdtempSync(join(tmpdir(), 'packages-'));
  let sbom: { bomFormat: string; components: Component[] };
  let licences: string;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;

  const shipped = Object.entries(dependencies).filter(([name]) => !builders.includes(name));

  beforeAll(async () => {
    await describePackages(root, dist);
    sbom = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8')) as typeof sbom;
    licences = readFileSync(join(dist, 'licences.txt'), 'utf8');
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  it('is a bill of materials with each of its packages, their versions and hashes, and no tool', () => {
    expect(sbom.bomFormat).toBe('CycloneDX');
    const found = new Map(sbom.components.map((component) => [component.name, component]));
    // These are needed by a tool as well; npm's own bill of materials would leave them out.
    for (const name of ['pg-protocol', 'ajv']) expect(found.has(name)).toBe(true);
    for (const [name, version] of shipped) {
      expect(found.get(name)).toMatchObject({ version, purl: expect.stringContaining(`@${version}`) });
      expect(found.get(name)!.hashes).toHaveLength(1);
    }
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['vitest', 'oxlint']));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...builders]));
    // The last two are tools' own.
    expect(['vitest', 'oxlint', ...builders, 'playwright-core', 'rolldown'].filter((tool) => found.has(tool))).toEqual([]);
  });

  it('is the same for the same packages', async () => {
    const before = readFileSync(join(dist, 'sbom.cdx.json'), 'utf8');
    await describePackages(root, dist);
    expect(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8')).toBe(before);
  });

  it('has their licences in their own words', () => {
    for (const [name, version] of shipped) expect(licences).toContain(`${name} ${version}`);
    expect(licences.match(/permission is hereby granted/gi)!.length).toBeGreaterThan(50);
  });
});
