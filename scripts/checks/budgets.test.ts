import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overBudget, weigh } from './budgets.mjs';

const dist = mkdtempSync(join(tmpdir(), 'budgets-'));
const write = (file: string, content: string) => writeFileSync(join(dist, file), content);

describe('the weight of a page', () => {
  beforeAll(() => {
    mkdirSync(join(dist, 'site/assets'), { recursive: true });
    write('site.json', JSON.stringify({ pages: { '/': { file: 'index.html' }, '/plain': { file: 'plain.html' } } }));
    write(
      'site/index.html',
      '<link rel="stylesheet" href="/late.css" disabled><link rel="stylesheet" href="/now.css">' +
        '<script data-entry="/assets/entry.js" data-modules="/assets/page.js /assets/page.css">1</script>',
    );
    write('site/plain.html', '<p>');
    write('site/assets/entry.js', 'import{a}from"./shared.js";import("./later.js")');
    write('site/assets/shared.js', 'x');
    write('site/assets/later.js', 'y');
    for (const [name, size] of [
      ['entry', 40_000],
      ['shared', 30_000],
      ['page', 2000],
      ['later', 90_000],
    ] as const) {
      write(`site/assets/${name}.js.br`, 'b'.repeat(size));
    }
    write('site/assets/page.js', '');
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  it('is what it loads by itself, with static imports, without what comes later', () => {
    const [home, plain] = weigh(dist);
    expect(home?.scripts).toBe(72_000);
    expect(plain).toEqual({ path: '/plain', html: 3, scripts: 0, blocking: [] });
  });

  it('has limits, and nothing may block the first paint', () => {
    expect(overBudget(weigh(dist))).toEqual(['/: first-load JavaScript of 70.3 KB, 68.0 KB allowed', '/: /now.css blocks rendering']);
  });
});
