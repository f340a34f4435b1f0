import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

/** Hexadecimal colours, and colour functions. */
const COLOR = /(?<!&)#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!%)|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;

const TOKENS = ['ui/tokens.ts', 'ui/tokens.css'];

/** Files that may contain colours, and why. */
const EXCEPTIONS: Record<string, string> = {
  'scripts/checks/colors.test.ts': 'plants them',
};

it('colours stand in ui/tokens.ts and nowhere else', () => {
  const found = sources()
    .filter((file) => !TOKENS.includes(file))
    .flatMap((file) => colorsIn(readFileSync(join(root, file), 'utf8')).map((color) => ({ file, color })));
  expect(found.filter(({ file }) => !Object.hasOwn(EXCEPTIONS, file))).toEqual([]);
  for (const [file, reason] of Object.entries(EXCEPTIONS))
    expect(found, `${file}: ${reason}`).toContainEqual({ file, color: expect.any(String) });
});

it.each(["fill: '#0A1a2f'", 'color: #fff;', "stroke='#0a1a2fcc'", 'background: rgb(10 26 47 / 0.5)', 'oklch(0.5 0.2 250)', "'#000'"])(
  'sees %s',
  (code) => {
    expect(colorsIn(code)).toHaveLength(1);
  },
);

it.each(["href='#content'", '&#39; &#160;', 'color: var(--ink)', "path('#/about')", "goto('/about#100%')"])('lets %s be', (code) => {
  expect(colorsIn(code)).toEqual([]);
});

function colorsIn(code: string): string[] {
  return code.match(COLOR) ?? [];
}

function sources(): string[] {
  return globSync('{contract,ui,site,desk,server,art,bench,e2e,scripts}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
    exclude: ['**/node_modules'],
  });
}
