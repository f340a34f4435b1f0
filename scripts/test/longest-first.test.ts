import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { root } from '../setup/root.mjs';
import { LongestFirst } from './longest-first.ts';

it('begins the process tests with those that take longest, and leaves none out', async () => {
  const project = { name: 'process', config: { sequence: { groupOrder: 0 }, isolate: false } };
  const paths = globSync('e2e/crash/**/*.process.test.ts', { cwd: root }).toSorted();
  const files = paths.map((path) => ({ moduleId: join(root, path).replaceAll('\\', '/'), project }) as unknown as TestSpecification);
  const vitest = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
  const sorted = (await new LongestFirst(vitest).sort(files)).map(({ moduleId }) => moduleId);
  expect(sorted.toSorted()).toEqual(files.map(({ moduleId }) => moduleId).toSorted());
  const names = sorted.map((path) => /([\w-]+)\.process/.exec(path)?.[1]);
  expect(names.slice(0, 7)).toEqual(['chaos', 'mail-outage', 'store-outage', 'crash', 'proxies', 'rolling', 'limits']);
});
