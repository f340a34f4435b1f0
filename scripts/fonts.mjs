#!/usr/bin/env node
// Cuts the site's first fonts out of Barlow: the characters that our pages are written in, nothing else.
// The result is committed (site/styles/fonts/); run it again when Barlow or the characters change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { readWoff, writeWoff2 } from './fonts/container.mjs';
import { keepGlyphs } from './fonts/glyphs.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const target = join(root, 'site/styles/fonts');

/** ASCII, what British and Italian texts add to it, and the signs of figures. */
export const CHARACTERS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '\u00a0£©®°±²³·½×÷–—‘’“”…€™−ÀÈÉÌÒÙàáâäèéêëìíîïòóôöùúûüç';

/** Features that pages switch on, or that are on by themselves. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'tnum', 'lnum'];

const fonts = {
  'barlow-400': '@fontsource/barlow/files/barlow-latin-400-normal.woff',
  'barlow-600': '@fontsource/barlow/files/barlow-latin-600-normal.woff',
  'barlow-condensed-500': '@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff',
};

/** The font cut down, as WOFF2. @param {Buffer} woff */
export function cutFont(woff) {
  const font = create(woff);
  const layouts = [CHARACTERS, 'fi fl ff ffi ffl fj'].flatMap((text) => [font.layout(text, FEATURES), font.layout(text)]);
  const wanted = new Set([0, ...layouts.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))]);
  return writeWoff2(keepGlyphs(readWoff(woff), wanted));
}

/** CHARACTERS as a style sheet's unicode-range. */
export function unicodeRange() {
  const points = Array.from(new Set(CHARACTERS), (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  /** @type {[number, number][]} */
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  const hex = (/** @type {number} */ point) => point.toString(16).toUpperCase().padStart(4, '0');
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(target, { recursive: true });
  for (const [name, source] of Object.entries(fonts)) {
    const bytes = cutFont(readFileSync(join(root, 'node_modules', source)));
    writeFileSync(join(target, `${name}.woff2`), bytes);
    console.log(`${name}.woff2  ${bytes.length} bytes`);
  }
  console.log(`unicode-range: ${unicodeRange()}`);
}
