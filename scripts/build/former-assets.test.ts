import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFormerAssets } from './former-assets.ts';
import { copyFormerFiles } from './server/running-server.ts';

const shared = '/assets/react-AbCd1234.js';
const old = '/assets/client-Old_1234.js';
const older = '/assets/client-Older-12.js';
const fresh = '/assets/client-New-1234.js';

test('what only the last build made stays for one build, compressed forms and all', async () => {
  const [dist, made] = [folderOf({ assets: [shared, old, '/robots.txt'], former: [older] }), temporary()];
  put(join(dist, 'site'), `${old}.br`, 'compressed');
  expect(await copyFormerAssets(dist, made, [shared, fresh, '/sitemap.xml'])).toEqual([old]);
  expect(readFileSync(join(made, 'former', old), 'utf8')).toBe(old);
  expect(readFileSync(join(made, 'former', `${old}.br`), 'utf8')).toBe('compressed');
  expect(existsSync(join(made, 'former', older))).toBe(false);
});

test('a build that makes the same files again drops none of what the last one kept', async () => {
  const [dist, made] = [folderOf({ assets: [shared, fresh], former: [old] }), temporary()];
  expect(await copyFormerAssets(dist, made, [shared, fresh])).toEqual([old]);
});

test('a first build keeps nothing, and so does one whose last is not whole', async () => {
  expect(await copyFormerAssets(temporary(), temporary(), [fresh])).toEqual([]);
  const dist = folderOf({ assets: [old] });
  rmSync(join(dist, 'site', old));
  expect(await copyFormerAssets(dist, temporary(), [fresh])).toEqual([]);
});

test('what a server loads later stays beside what the next build makes, for one build', async () => {
  const builds = Array.from({ length: 4 }, temporary);
  const assets = [
    [shared, older],
    [shared, old],
    [shared, old],
    [shared, fresh],
  ];
  const found: string[][] = [];
  for (const [at, folder] of builds.entries()) {
    for (const path of assets[at]!) for (const ending of ['', '.br', '.map']) put(folder, path + ending, path);
    put(folder, '/assets/font.woff2', 'of no build in particular');
    await copyFormerFiles(builds[at - 1] ?? temporary(), folder);
    found.push([older, old, fresh].filter((path) => existsSync(join(folder, path))));
  }
  expect(found).toEqual([[older], [older, old], [older, old], [old, fresh]]);
  expect([`${old}.br`, `${old}.map`].map((path) => existsSync(join(builds[3]!, path)))).toEqual([true, false]);
});

function folderOf(manifest: { assets: string[]; former?: string[] }): string {
  const dist = temporary();
  for (const path of manifest.assets) put(join(dist, 'site'), path, path);
  for (const path of manifest.former ?? []) put(join(dist, 'former'), path, path);
  writeFileSync(join(dist, 'site.json'), JSON.stringify(manifest));
  return dist;
}

function put(folder: string, path: string, content: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'former-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
