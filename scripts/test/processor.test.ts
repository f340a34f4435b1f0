import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { countProcessor } from './processor.ts';

test('counts what outlives its parent', async ({ skip }) => {
  // The orphan works for half a second of processor time, and ends after its parent.
  const work = 'while (process.cpuUsage().user < 500_000);';
  const orphan = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(work)}], { detached: true, stdio: ['ignore', 1, 1] }).unref()`;
  // A process that starts before the count is not counted: so the parent starts its child only at the end of its input.
  const parent = spawn(process.execPath, ['-e', `process.stdin.on('end', () => ${orphan}).resume()`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const end = countProcessor(parent.pid ?? 0);
  parent.stdin.end();
  // The orphan keeps the parent's output open until it ends.
  parent.stdout.resume();
  await once(parent, 'close');
  if (end === undefined) return skip('this process may not make control groups');
  expect(end()).toBeGreaterThan(0.4);
});
