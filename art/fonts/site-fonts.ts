import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../../', import.meta.url));

const fonts = {
  'barlow-400': '@fontsource/barlow/files/barlow-latin-400-normal.woff',
  'barlow-600': '@fontsource/barlow/files/barlow-latin-600-normal.woff',
  'barlow-condensed-500': '@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff',
};

export async function writeSiteFonts(): Promise<void> {
  const target = join(root, 'ui/styles/fonts');
  mkdirSync(target, { recursive: true });
  for (const [name, source] of Object.entries(fonts)) {
    writeFileSync(join(target, `${name}.woff2`), await cutFont(readFileSync(join(root, 'node_modules', source))));
  }
}

/** ASCII, the further letters of British and Italian texts, and the signs in figures. Other letters are in a second font for the rest of Latin. */
export const CHARACTERS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '\u00a0£©°±·×–—‘’“”…€™−Éàáäçèéêëìíïòóôöùúü';

/**
 * Without ligatures: f and i do not touch in this typeface, and without them the font is small enough to arrive together with two others in one round
 * trip of a slow connection.
 */
const FEATURES = ['kern', 'tnum', 'lnum'];

/** Without hinting, because its instructions use tables that the subset does not have. */
export function cutFont(font: Buffer): Promise<Buffer> {
  return subsetFont(font, CHARACTERS, { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true });
}

export function unicodeRange(): string {
  const points = Array.from(new Set(CHARACTERS), (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');
}
