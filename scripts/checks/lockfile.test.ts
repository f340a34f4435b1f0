import { describe, expect, it } from 'vitest';
import { complete, faults } from './lockfile.ts';

const parent = { version: '2.0.0', dev: true, optionalDependencies: { '@tool/linux-arm64-gnu': '2.0.0', '@tool/win32-x64': '2.0.0' } };

describe('a lockfile', () => {
  it('must not name addresses', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a.tgz' } };
    expect(faults({ packages })).toEqual([expect.stringContaining('node_modules/a')]);
  });

  it("must hold every platform's packages, and is completed by what their parent pins", () => {
    const packages = { 'node_modules/tool': parent, 'node_modules/@tool/win32-x64': { version: '2.0.0' } };
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
