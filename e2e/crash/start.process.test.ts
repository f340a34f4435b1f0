import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { launchServer, type RunningServer } from '../fixtures/server.ts';
import { until } from './wait-until.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('starts where a process may open 160 files, and tells what is worth a look: a name that looks like a setting, a .env that all may read', async () => {
  const folder = ownFolder();
  writeFileSync(join(folder, '.env'), 'LOGLEVEL=hidden-value');
  chmodSync(join(folder, '.env'), 0o644);
  const main = join(process.env.BUILD ?? join(import.meta.dirname, '../../dist'), 'server/main.js');
  const child = spawn('sh', ['-c', `ulimit -n 160 && exec "${process.execPath}" "${main}"`], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', DESK_PORT: 'off' },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
  await until('the start', () => (/is at http|\n {4}at |Error/.test(output) || child.exitCode !== null ? true : undefined));
  expect(output).toContain('is at http');
  expect(output).toMatch(/LOGLEVEL is no setting[^"]*LOG_LEVEL/);
  expect(output).toContain('chmod 600 .env');
  expect(output).not.toContain('hidden-value');
});

describe('a start that fails says what is wrong and what to set, in a line', () => {
  const cases: [what: string, prepare: (folder: string) => Record<string, string>, says: RegExp][] = [
    [
      'a store that is none',
      (folder) => (writeFileSync(join(folder, 'store.sqlite'), 'nothing'.repeat(2000)), {}),
      /DATA_DIR is no database/,
    ],
    ['a folder for the store', (folder) => (mkdirSync(join(folder, 'store.sqlite')), {}), /DATA_DIR/],
    ['data in a file', (folder) => (writeFileSync(join(folder, 'file'), ''), { DATA_DIR: join(folder, 'file') }), /DATA_DIR/],
    ['a host that is not ours', () => ({ HOST: '192.0.2.1' }), /HOST and PORT/],
    ['sample addresses with a mail server', () => ({ MAIL_URL: 'smtp://127.0.0.1:1', STAFF_MAIL: 'a@b.example' }), /STAFF_MAIL: /],
  ];
  test.each(cases)('%s', async (_what, prepare, says) => {
    const folder = ownFolder();
    const { listens, ...server } = await launchServer({ dataDir: folder, env: prepare(folder) });
    children.push(server.process);
    await expect(listens).rejects.toThrow('ended with 1');
    expect(server.output()).toMatch(says);
    expect(server.output()).not.toMatch(/\n {4}at /);
  });
});

everyEighthRun(test, 7)(
  'desk and metrics are served beside the site, and a second server that is told the same port for metrics goes without',
  async () => {
    const DESK_PORT = String(await freePort());
    const started = async (env: { METRICS_PORT: string; DESK_PORT?: string }) => {
      const folder = ownFolder();
      const { listens, ...server } = await launchServer({ dataDir: folder, env });
      children.push(server.process);
      await listens;
      return server;
    };
    const first = await started({ METRICS_PORT: '0', DESK_PORT });
    const [, port] = /"port":(\d+),"host":"127.0.0.1","msg":"metrics are served/.exec(first.output())!;
    const second = await started({ METRICS_PORT: port! });
    await until('the line', () => (second.output().includes('something else listens at METRICS_PORT') ? true : undefined));
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/^cognitive_build_info\{version="\d+\.\d+\.\d+",node="v\d+.*store="sqlite"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    await expectDesk(first, DESK_PORT);
  },
);

/** Served beside the site: its first link is printed, and it stops with the site. */
async function expectDesk(server: RunningServer, DESK_PORT: string): Promise<void> {
  await until('the link', () =>
    server.output().includes('/first?token=') && server.output().includes('the desk is served') ? true : undefined,
  );
  const link = /http:\/\/localhost:\d+\/first\?token=[\w-]{43}/.exec(server.output())![0];
  expect(new URL(link).port).toBe(DESK_PORT);
  expect(await (await fetch(link)).text()).toContain('<form method="post" action="/first">');
  const site = new URL(link);
  site.port = new URL(server.url).port;
  expect((await fetch(site)).status).toBe(404);
  expect(await server.stop()).toBe(0);
  await expect(fetch(link)).rejects.toThrow('fetch failed');
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cognitive-start-'));
  folders.push(folder);
  return folder;
}
