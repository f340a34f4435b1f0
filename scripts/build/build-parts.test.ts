import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inTurn } from '../../server/testing/rotation.testing.ts';
import { root } from '../setup/root.mjs';
import { server } from './server/environment.ts';

const SOURCES = [
  'contract',
  'ui',
  'site',
  'scripts',
  'vite.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'desk/tsconfig.json',
  'server/tsconfig.json',
];

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

  const { code, stderr } = await build('site');
  expect(code, stderr).toBe(1);
  expect(stderr).toContain('could not make /login of site/pages/login/page.tsx');
  expect(stderr).toContain('no such form');
  expect(await readFile(join(copy, 'dist/site/index.html'), 'utf8')).toBe('as it was');
  expect(await readFile(join(copy, 'dist/site.json'), 'utf8')).toBe('{}');
});

inTurn(it, 0)('a running server still loads the code of its own build after another build', async () => {
  const programs = Object.values(server.build?.rolldownOptions?.input as Record<string, string>);
  for (const program of programs) await write(program, 'export {};');
  await write('server/main.ts', "process.once('message', () => import('./later.ts').then(({ word }) => process.send?.(word)));");
  const buildWith = async (word: string) => {
    await write('server/later.ts', `export const word = '${word}';`);
    const { code, stderr } = await build('server');
    expect(code, stderr).toBe(0);
  };
  await buildWith('first');
  const running = fork(join(copy, 'dist/server/main.js'));
  onTestFinished(() => void running.kill());
  const answer = Promise.race([once(running, 'message'), once(running, 'exit')]);
  await buildWith('second');
  running.send('now');
  expect(await answer).toEqual(['first', undefined]);
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(copy, path)), { recursive: true });
  await writeFile(join(copy, path), text);
}

function build(part: string): Promise<{ code: number | string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['scripts/build.mjs', part], { cwd: copy }, (error, _, stderr) => done({ code: error?.code ?? 0, stderr }));
  });
}
