import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

const ADDRESS = /[\w.+-]+@example\.(?:com|org|net)/g;

// Tests in one worker share a server, and each counts the mails to its visitors.
it('a visitor’s address belongs to one file of journeys', () => {
  const files = new Map<string, Set<string>>();
  for (const file of globSync('e2e/**/*.spec.ts', { cwd: root })) {
    for (const [address] of readFileSync(join(root, file), 'utf8').matchAll(ADDRESS)) {
      files.set(address, (files.get(address) ?? new Set()).add(file));
    }
  }
  expect(files.size).toBeGreaterThan(20);
  expect([...files].filter(([, names]) => names.size > 1).map(([address, names]) => `${address}: ${[...names].join(', ')}`)).toEqual([]);
});
