import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { countProcessor } from './processor.ts';

test('counts what outlives its parent', async ({ skip }) => {
  // The orphan works for half a second of processor time, and ends after its parent.
  const work = 'while (process.cpuUsage().user < 500_000);';
  const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(work)}], { detached: true, stdio: 'inherit' }).unref()`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const end = countProcessor(parent.pid ?? 0);
  // The orphan keeps the parent's output open until it ends.
  parent.stdout.resume();
  await once(parent, 'close');
  if (end === undefined) return skip('this process may not make control groups');
  expect(end()).toBeGreaterThan(0.4);
});
