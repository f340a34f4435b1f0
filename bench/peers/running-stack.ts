import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerData, type StoreKind } from '../../e2e/crash/server-data.ts';
import type { Cluster } from '../../server/store/database/postgres.testing.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { startMailSink } from '../mail-sink.ts';
import { peerEnv, runNode } from './install.ts';
import type { Stack } from './stacks.ts';

const PATIENCE = 60_000;
const ADDRESSES = { MAIL_FROM: 'Site <site@site.internal>', STAFF_MAIL: 'sales@site.internal', HR_MAIL: 'hr@site.internal' };

export type RunningStack = {
  url: string;
  pid: number;
  /** Milliseconds from its start to the first 200. */ started: number;
  stop(): Promise<void>;
};

/** `place`: the folder of the peer; none for the product. */
export type Around = { kind: StoreKind; place: string | undefined; cluster: Cluster | undefined };

/** Gives a stack new data, and a mail server that takes every mail. @param measure may start the stack several times; it stops each */
export async function onNewData<T>(stack: Stack, around: Around, measure: (start: () => Promise<RunningStack>) => Promise<T>): Promise<T> {
  const data = await makeServerData(around.kind, around.cluster?.url);
  const sink = await startMailSink();
  const settings = { ...data.settings, MAIL_URL: sink.url, ...ADDRESSES };
  const place = around.place ?? data.dataDir;
  try {
    // Payload makes its tables by itself in development only.
    if (stack.prepare !== undefined) await runNode(stack.prepare, place, { ...settings, NODE_ENV: 'development' });
    return await measure(() => startStack(stack, place, settings));
  } finally {
    sink.close();
    await data.discard();
  }
}

export async function startStack({ start, env, ready }: Stack, place: string, data: NodeJS.ProcessEnv = {}): Promise<RunningStack> {
  const port = String(await freePort());
  const began = performance.now();
  const child = spawn(process.execPath, start, {
    cwd: place,
    env: { ...peerEnv, PORT: port, DESK_PORT: String(await freePort()), ...env, ...data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output = `${output}${bytes}`.slice(-4000)));
  const url = `http://127.0.0.1:${port}`;
  while ((await statusOf(url + ready)) !== 200) {
    if (child.exitCode !== null || performance.now() - began > PATIENCE) throw new Error(`${start.join(' ')} does not serve:\n${output}`);
    await wait(5);
  }
  return {
    url,
    pid: Number(child.pid),
    started: performance.now() - began,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(forced);
    },
  };
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false }, (response) => resolve(response.resume().statusCode));
    asked.on('error', () => resolve(undefined));
  });
}

/** PSS in megabytes of a process and its children: memory of their own, and their part of shared memory. */
export function proportionalMegabytes(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean),
  );
  const own = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]) / 1024;
  return children.reduce((sum, child) => sum + proportionalMegabytes(Number(child)), own);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
