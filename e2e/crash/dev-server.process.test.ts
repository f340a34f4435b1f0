import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/setup/root.mjs';
import { processorSecondsOf } from './usage.ts';
import { until } from './wait-until.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const SOURCES = ['contract', 'ui', 'site', 'server', 'scripts', 'vite.config.ts', 'package.json', 'tsconfig.base.json', 'tsconfig.json'];

const PAGE = 'site/pages/insights/page.tsx';

let copy: string;
let vite: ChildProcess;
let url: string;
let output = '';

// A copy, together with the built server, so that the test's changes do not make the real build stale.
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'cognitive-dev-'));
  const filter = (path: string) => !/node_modules|site[\\/]public[\\/](?!favicon\.svg)/.test(path);
  for (const name of SOURCES) await cp(join(root, name), join(copy, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await symlink(process.env.BUILD ?? join(root, 'dist'), join(copy, 'dist'));
  const port = await twoFreePorts();
  url = `http://localhost:${port}`;
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--configLoader', 'native'], {
    cwd: copy,
    env: { PATH: process.env.PATH, PORT: String(port), DESK_PORT: 'off', DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [vite.stdout!, vite.stderr!]) stream.on('data', (bytes) => (output += bytes));
  // The page is complete once it has Vite's HTML and the figures from the server.
  const whole = async () => (await insights().catch(() => undefined))?.text.includes("data-props='{") || undefined;
  await until('the page', whole, 150_000).catch((cause: unknown) => {
    throw new Error(output, { cause });
  });
});

afterAll(async () => {
  if (vite.exitCode === null && vite.kill()) await once(vite, 'exit');
  await rm(copy, { recursive: true, force: true });
});

inTurn(test, 2)('each of many edits in a row is told to the page, and is in it then', async () => {
  const page = await listen();
  const edits: [file: string, edit: (source: string, mark: string) => string][] = [
    [PAGE, (source, mark) => source.replace('<Method />', `<p>${mark}</p><Method />`)],
    ['site/insights/portfolios-and-papers.tsx', (source, mark) => source.replace(/return \(\s*<>/, `$&<p>${mark}</p>`)],
    ['site/content/insights.ts', (source, mark) => source.replace(/(metrics: \{\s*title: ')[^']*/, `$1${mark}`)],
  ];
  const before = await processorSecondsOf(vite.pid!);
  for (const [file, edit] of edits) {
    const source = await readFile(join(copy, file), 'utf8');
    for (const round of [1, 2]) {
      const mark = `${file} ${round}.`;
      await save(file, edit(source, mark));
      // Fetches the page after each reported change, as a browser does.
      const shown = async () => {
        await page.told();
        return (await insights()).text.includes(mark) || undefined;
      };
      await until(mark, shown).catch((cause: unknown) => {
        throw new Error(output.slice(-2000), { cause });
      });
    }
  }
  const used = (await processorSecondsOf(vite.pid!)) - before;
  expect(used / 6, 'processor seconds from an edit to the page').toBeLessThan(1);
  page.close();
});

inTurn(test, 2)('a style is exchanged in the page', async () => {
  const file = 'site/insights/papers.module.css';
  const page = await listen();
  await save(file, `${await readFile(join(copy, file), 'utf8')}\n.planted { color: red; }\n`);
  await until('its exchange', () => page.changes.find(({ updates }) => updates?.[0]?.type === 'css-update'), 20_000);
  const sheet = await fetch(`${url}/${file}`, { headers: { accept: 'text/css' } });
  expect(await sheet.text()).toContain('planted');
  page.close();
});

inTurn(test, 2)('a page hears of what changed while it was on its way', async () => {
  await insights();
  const other = await listen();
  await save(PAGE, (await readFile(join(copy, PAGE), 'utf8')).replace('<Method />', '<p>late</p><Method />'));
  await other.told();
  const page = await listen();
  expect(await page.told()).toMatchObject({ type: 'full-reload' });
  expect((await insights()).text).toContain('late');
  for (const one of [other, page]) one.close();
});

inTurn(test, 2)('a page that cannot be made is not asked for again and again', async () => {
  await save(PAGE, (await readFile(join(copy, PAGE), 'utf8')).replace('export function', 'export functio'));
  await until('the fault', async () => (await insights()).status === 500 || undefined, 20_000);
  const reloads: boolean[] = [];
  while (reloads.length < 3) {
    expect((await insights()).status).toBe(500);
    // Messages that a page gets on connecting have arrived once another page has connected.
    const pages = [await listen(), await listen()];
    reloads.push(pages[0]!.changes.some(({ type }) => type === 'full-reload'));
    for (const page of pages) page.close();
  }
  expect(reloads).toContain(false);
});

/** Writes a file without emptying it first: Vite may read an empty one, and misses what follows within 5 ms. */
async function save(path: string, text: string): Promise<void> {
  const file = await open(join(copy, path), 'r+');
  await file.write(text, 0);
  await file.truncate(Buffer.byteLength(text));
  await file.close();
}

async function insights(): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/insights`, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

type Message = { type: string; updates?: { type: string }[] };

/** Connects as Vite's script in a page does. `told` resolves with the last unread change, or with the next one. */
async function listen() {
  const script = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(script)![1];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const changes: Message[] = [];
  let connected = false;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message;
    if (message.type === 'connected') connected = true;
    else changes.push(message);
  });
  await until('the socket', () => connected || undefined, 20_000);
  return {
    changes,
    told: () => until('a change', () => changes.splice(0).at(-1), 20_000),
    close: () => socket.close(),
  };
}

async function twoFreePorts(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 5000) * 2;
  const free = await Promise.all([isFree(port), isFree(port + 1)]);
  return free.every(Boolean) ? port : twoFreePorts();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
