import { describe, expect, it } from 'vitest';
import { complete, faults } from './lockfile.ts';

const integrity = 'sha512-x';
const parent = {
  version: '2.0.0',
  integrity,
  dev: true,
  optionalDependencies: { '@tool/linux-arm64-gnu': '2.0.0', '@tool/win32-x64': '2.0.0' },
};

describe('a lockfile', () => {
  it('must not name addresses', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', integrity, resolved: 'https://registry.example/a.tgz' } };
    expect(faults({ packages })).toEqual([expect.stringContaining('node_modules/a')]);
  });

  it('must have the integrity of every package, but of those that other machines install', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
      'node_modules/c': { version: '1.0.0', integrity },
    };
    expect(faults({ packages })).toEqual([expect.stringMatching(/without an integrity.*: node_modules\/a$/)]);
    const installed = (path: string) => path === 'node_modules/b';
    expect(faults({ packages }, installed)).toEqual([expect.stringMatching(/: node_modules\/a, node_modules\/b$/)]);
  });

  it("must hold every platform's packages, and is completed by what their parent pins", () => {
    const packages = { 'node_modules/tool': parent, 'node_modules/@tool/win32-x64': { version: '2.0.0', integrity } };
    expect(faults({ packages })).toEqual([expect.stringContaining('@tool/linux-arm64-gnu')]);
    const completed = complete({ packages });
    expect(completed['node_modules/@tool/linux-arm64-gnu']).toEqual({
      version: '2.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['linux'],
    });
    expect(faults({ packages: completed })).toEqual([]);
  });
});
