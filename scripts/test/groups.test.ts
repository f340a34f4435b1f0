import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inGroups } from './groups.ts';
import { processorSeconds } from './processor.ts';

it('runs groups beside each other, and what is in one group in turn', async () => {
  const running = new Set<string>();
  const seen: string[] = [];
  const results = await inGroups(['a1', 'b1', 'a2', 'b2'], { groupOf: (item) => item[0]! }, async (item) => {
    running.add(item);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([...running].sort().join('+'));
    await new Promise((resolve) => setImmediate(resolve));
    running.delete(item);
    return item.toUpperCase();
  });
  expect(results).toEqual(['A1', 'B1', 'A2', 'B2']);
  expect(seen.filter((both) => /a.\+a|b.\+b/.test(both))).toEqual([]);
  expect(seen).toContain('a1+b1');
});

it('begins an item once those that it comes after have ended, of whatever group', async () => {
  const seen: string[] = [];
  const run = async (item: string) => {
    seen.push(`${item} begins`);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    seen.push(`${item} ends`);
    if (item === 'c1') throw new Error('c1');
  };
  const after = (item: string) => (item === 'a2' ? ['b1', 'c1', 'not chosen'] : []);
  await expect(inGroups(['a1', 'a2', 'b1', 'b2', 'c1'], { groupOf: (item) => item[0]!, after }, run)).rejects.toThrow('c1');
  await expect.poll(() => seen).toContain('a2 ends');
  for (const end of ['a1 ends', 'b1 ends', 'c1 ends']) expect(seen.indexOf('a2 begins')).toBeGreaterThan(seen.indexOf(end));
  expect(seen.indexOf('b1 begins')).toBeLessThan(seen.indexOf('a1 ends'));
});

it.runIf(existsSync('/proc/self/stat'))('counts what the processor did for a child, not how long it lived', async () => {
  processorSeconds();
  const busy = 'while (process.cpuUsage().user + process.cpuUsage().system < 5e5);';
  await once(spawn(process.execPath, ['-e', busy]), 'exit');
  expect(processorSeconds()).toBeGreaterThanOrEqual(0.4);
  await once(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1500)']), 'exit');
  expect(processorSeconds()).toBeLessThan(1);
});
