import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { findSlowText, GENERAL } from '../testing/hostile-text.testing.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const root = join(import.meta.dirname, '../..');

type Pattern = { file: string; source: string; flags: string };

/** All regular expressions in the code, with the first file of each. */
function patternsOf(folders: readonly string[]): Pattern[] {
  const found = new Map<string, Pattern>();
  for (const file of globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )) {
    if (/\.(test|testing)\.tsx?$|\.d\.ts$/.test(file)) continue;
    const tree = parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' });
    for (const { pattern: source, flags } of literalsIn(tree)) {
      const key = `/${source}/${flags}`;
      if (!found.has(key)) found.set(key, { file, source, flags });
    }
  }
  return [...found.values()];
}

type Literal = { type: 'RegExpLiteral'; pattern: string; flags: string };

function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  if ((node as Partial<Literal>).type === 'RegExpLiteral') return [node as Literal];
  return Object.values(node).flatMap(literalsIn);
}

/** The characters to test a pattern with: one for each set of the pattern's parts that it matches. */
function alphabetOf({ source, flags }: Pattern): string[] {
  const bare = flags.replace(/[gy]/g, '');
  const atoms = new Set(
    source.match(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|[^\\^$*+?(){}|[\]]/giu) ?? [],
  );
  const tests = [...atoms].flatMap((atom) => {
    try {
      return [new RegExp(`^${atom}$`, bare.replace('v', 'u'))];
    } catch {
      return [];
    }
  });
  const kinds = new Map<string, string>();
  for (const one of ALL) {
    const fits = tests.map((one_) => (one_.test(one) ? '1' : '0')).join('');
    if (fits.includes('1') && !kinds.has(fits)) kinds.set(fits, one);
  }
  return [...kinds.values()].slice(0, MOST);
}

const ALL = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
  ...GENERAL,
  '\r',
  '\0',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u202e',
  'é',
  'ß',
  '＝',
];
const MOST = 14;

/** Patterns that are slow on long texts, with the most characters that they are given. Each comment says what limits them. */
const BOUNDED: Readonly<Record<string, number>> = {
  // excerpt() shortens the text first.
  '/[\\s,;:.–—-]*\\s\\S*$/': 121,
  // readText() looks for an extension only in texts up to this length.
  '/(?:;?\\s*e?xt\\p{L}*|\\s*(?:x|#|int(?:erno)?|durchwahl|poste))[\\s.:=#]*(\\d{1,7})\\D*$/iu': 200,
  // formatOf() reads no more of a format.
  '/"[^"]*"|\\\\.|\\[[^\\]]*\\]|[_*]./g': 255,
};

everyEighthRun(test, 6)('no pattern takes longer than its text is long', () => {
  const patterns = patternsOf(['server', 'contract', 'desk', 'site', 'ui']);
  const slow = patterns.flatMap((pattern) => {
    const everywhere = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
    const most = BOUNDED[`/${pattern.source}/${pattern.flags}`];
    const text = findSlowText(alphabetOf(pattern), (one) => one.slice(0, most).replace(everywhere, ''));
    return text === undefined ? [] : [`${pattern.file} /${pattern.source}/${pattern.flags} on ${text}`];
  });
  expect(slow).toEqual([]);
  expect(patterns.length).toBeGreaterThan(200);
});
