import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { credits } from './credits.ts';

it.each(credits.works.map((work) => [work.package, work.licence]))('%s is under %s, as its package says', (name, licence) => {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ license: licence });
});
