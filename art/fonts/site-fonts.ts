import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { subsetGlyphs } from './glyphs.ts';
import { readWoff, writeWoff2 } from './woff.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const fonts = {
  'barlow-400': '@fontsource/barlow/files/barlow-latin-400-normal.woff',
  'barlow-600': '@fontsource/barlow/files/barlow-latin-600-normal.woff',
  'barlow-condensed-500': '@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff',
};

export function writeSiteFonts(): void {
  const target = join(root, 'site/styles/fonts');
  mkdirSync(target, { recursive: true });
  for (const [name, source] of Object.entries(fonts)) {
    writeFileSync(join(target, `${name}.woff2`), cutFont(readFileSync(join(root, 'node_modules', source))));
  }
}

/** ASCII, what British and Italian texts add to it, and the signs of figures. */
export const CHARACTERS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '\u00a0£©®°±²³·½×÷–—‘’“”…€™−ÀÈÉÌÒÙàáâäèéêëìíîïòóôöùúûüç';

/** Features that pages switch on, or that are on by themselves. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'tnum', 'lnum'];

export function cutFont(woff: Buffer): Buffer {
  const font = create(woff);
  const layouts = [CHARACTERS, 'fi fl ff ffi ffl fj'].flatMap((text) => [font.layout(text, FEATURES), font.layout(text)]);
  const wanted = new Set([0, ...layouts.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))]);
  return writeWoff2(subsetGlyphs(readWoff(woff), wanted));
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
