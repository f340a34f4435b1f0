import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStale, rememberBuilt } from './stale.mjs';

const parts = {
  site: { inputs: ['site', 'contract'], outputs: ['dist/site.json'] },
  server: { inputs: ['server', 'contract'], outputs: ['dist/main.js'] },
};

describe('stale parts', () => {
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const stale = () => [...findStale(root, parts).keys()];
  const built = () => {
    for (const [name, hash] of findStale(root, parts)) rememberBuilt(root, name, hash);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stale-'));
    for (const path of ['site/app.tsx', 'server/main.ts', 'contract/pages.ts', 'dist/site.json', 'dist/main.js']) write(path, path);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are all of them before the first build, and none after it', () => {
    expect(stale()).toEqual(['site', 'server']);
    built();
    expect(stale()).toEqual([]);
  });

  it('follow from what changed: a change of the contract makes both stale', () => {
    built();
    write('site/app.tsx', 'changed');
    expect(stale()).toEqual(['site']);
    built();
    write('contract/pages.ts', 'changed');
    expect(stale()).toEqual(['site', 'server']);
  });

  it('follow from a change that leaves size and time as they were', () => {
    write('site/app.tsx', 'before');
    utimesSync(join(root, 'site/app.tsx'), new Date(0), new Date(0));
    built();
    write('site/app.tsx', 'behind');
    utimesSync(join(root, 'site/app.tsx'), new Date(0), new Date(0));
    expect(stale()).toEqual(['site']);
  });

  it('notice files that come and go', () => {
    built();
    write('site/pages/new.tsx', 'new');
    expect(stale()).toEqual(['site']);
    built();
    rmSync(join(root, 'site/pages/new.tsx'));
    expect(stale()).toEqual(['site']);
  });

  it('do not follow from a time alone, as after a checkout', () => {
    built();
    utimesSync(join(root, 'site/app.tsx'), new Date(0), new Date(0));
    expect(stale()).toEqual([]);
  });

  it('do not follow from tests and documents', () => {
    built();
    write('site/app.test.tsx', 'test');
    write('server/README.md', 'words');
    expect(stale()).toEqual([]);
  });

  it('follow from an output that is gone', () => {
    built();
    rmSync(join(root, 'dist/main.js'));
    expect(stale()).toEqual(['server']);
  });

  it('are remembered one by one, so that what failed is stale and what was built is not', () => {
    const found = findStale(root, parts);
    rememberBuilt(root, 'server', found.get('server')!);
    expect(stale()).toEqual(['site']);
  });

  it('are as they were before a build, whose sources changed on the way', () => {
    const found = findStale(root, parts);
    write('site/app.tsx', 'changed while it was built');
    for (const [name, hash] of found) rememberBuilt(root, name, hash);
    expect(stale()).toEqual(['site']);
  });
});
