import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

/** The code that renders pages, hydrates islands, builds, and serves in development; docs/decisions/page-framework.md explains each file. */
const FRAMEWORK = [
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/build/*.{ts,mjs}',
  'site/app/{document.ts,prerender.tsx,render-careers.tsx,render-insights.tsx}',
  'site/islands/{island,portfolios-and-papers-island,island-html,island-root,hydrate}.tsx',
  'site/islands/registry.ts',
  'site/client/{islands,preload,head-script}.ts',
];

/** Not counted: tests, and the list of packages, which covers the whole product. */
const OTHER = /\.test\.|[/\\]packages\.ts$/;

/** Not counted: the desk has no prerendered pages (docs/decisions/desk-libraries.md). */
const DESK = /desk/i;

const MOST = 725;

it('the page framework of our own stays small', () => {
  const files = globSync(FRAMEWORK, { cwd: root }).filter((file) => !OTHER.test(file));
  const sizes = files.map((file) => [file, linesOf(readFileSync(join(root, file), 'utf8'))] as const);
  const total = sizes.reduce((sum, [, lines]) => sum + lines, 0);
  expect(files.length).toBeGreaterThan(FRAMEWORK.length);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST);
});

function linesOf(text: string): number {
  const lines = text.replaceAll(/^\s*\/\*.*?\*\/\s*$/gms, '').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//') && !DESK.test(line)).length;
}
