import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inGroups } from './groups.ts';
import { processorSeconds } from './processor.ts';

it('runs groups beside each other, and what is in one group in turn', async () => {
  const running = new Set<string>();
  const seen: string[] = [];
  const results = await inGroups(
    ['a1', 'b1', 'a2', 'b2'],
    (item) => item[0]!,
    async (item) => {
      running.add(item);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push([...running].sort().join('+'));
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(item);
      return item.toUpperCase();
    },
  );
  expect(results).toEqual(['A1', 'B1', 'A2', 'B2']);
  expect(seen.filter((both) => /a.\+a|b.\+b/.test(both))).toEqual([]);
  expect(seen).toContain('a1+b1');
});

it.runIf(existsSync('/proc/self/stat'))('counts what the processor did for a child, not how long it lived', async () => {
  processorSeconds();
  const busy = 'while (process.cpuUsage().user + process.cpuUsage().system < 5e5);';
  await once(spawn(process.execPath, ['-e', busy]), 'exit');
  expect(processorSeconds()).toBeGreaterThanOrEqual(0.4);
  await once(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1500)']), 'exit');
  expect(processorSeconds()).toBeLessThan(1);
});
