import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from '../setup/root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'supervise-'));
const log = join(folder, 'log');

/** A server that reports the signals it gets, and ends with code 7 when asked to stop. */
writeFileSync(
  join(folder, 'server.mjs'),
  `import { appendFileSync } from 'node:fs';
  const tell = (word) => appendFileSync(${JSON.stringify(log)}, word + '\\n');
  setInterval(() => {}, 1000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { tell(signal); process.exit(7); });
  process.on('disconnect', () => { tell('disconnect'); process.exit(0); });
  tell('up');
  console.log('up');`,
);
writeFileSync(
  join(folder, 'parent.mjs'),
  `import { supervise } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/run/supervise.mjs')).href)};
  const code = await supervise(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}], { server: true });
  if (process.argv[2] === 'late') {
    process.kill(process.pid, 'SIGHUP');
    await new Promise((go) => setTimeout(go, 20));
  }
  process.exit(code);`,
);

describe('a supervised server', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('gets %s once, and its exit code is ours', async (signal) => {
    const parent = await start();
    // Two signals, as from a terminal and from npm together.
    parent.kill(signal);
    parent.kill(signal);
    const [code] = (await once(parent, 'exit')) as [number];
    expect(code).toBe(7);
    expect(told()).toEqual(['up', signal]);
  });

  it('has passed on its exit code when the other half of the same press comes late', async () => {
    const parent = await start('late');
    parent.kill('SIGHUP');
    const [code] = (await once(parent, 'exit')) as [number];
    expect(code).toBe(7);
  });

  it('stops when its parent is killed outright', async () => {
    const parent = await start();
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(told()).toEqual(['up', 'disconnect']), 5000);
  });
});

async function start(...args: string[]): Promise<ChildProcess> {
  rmSync(log, { force: true });
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  return parent;
}

function told(): string[] {
  return readFileSync(log, 'utf8').trim().split('\n');
}
