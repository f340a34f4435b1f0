import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTurn } from '../../server/testing/rotation.testing.ts';
import { root } from '../setup/root.mjs';

const SOURCES = ['contract', 'ui', 'site', 'scripts', 'vite.config.ts', 'package.json', 'tsconfig.base.json', 'tsconfig.json'];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'build-'));
  const filter = (path: string) => !/node_modules|site[\\/]public[\\/](?!favicon\.svg)/.test(path);
  for (const name of SOURCES) await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

inTurn(it, 0)('a build that fails names the page and its reason, and leaves the last one in place', async () => {
  await mkdir(join(copy, 'dist/site'), { recursive: true });
  await writeFile(join(copy, 'dist/site/index.html'), 'as it was');
  await writeFile(join(copy, 'dist/site.json'), '{}');
  const page = join(copy, 'site/pages/login/page.tsx');
  const source = await readFile(page, 'utf8');
  await writeFile(page, source.replace(/export function Page\(.*\{\n/, "$&  throw new Error('no such form');\n"));

  const { code, stderr } = await buildSite();
  expect(code, stderr).toBe(1);
  expect(stderr).toContain('could not make /login of site/pages/login/page.tsx');
  expect(stderr).toContain('no such form');
  expect(await readFile(join(copy, 'dist/site/index.html'), 'utf8')).toBe('as it was');
  expect(await readFile(join(copy, 'dist/site.json'), 'utf8')).toBe('{}');
});

function buildSite(): Promise<{ code: number | string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['scripts/build.mjs', 'site'], { cwd: copy }, (error, _, stderr) =>
      done({ code: error?.code ?? 0, stderr }),
    );
  });
}
