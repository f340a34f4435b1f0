import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { CHARACTERS, cutFont, unicodeRange } from './site-fonts.ts';

const weights = ['barlow-400', 'barlow-600', 'barlow-condensed-500'];

describe.each(weights)('%s', (name) => {
  const font = create(readFileSync(`ui/styles/fonts/${name}.woff2`));

  it('draws every character that our pages are written in', () => {
    const blank = Array.from(CHARACTERS).filter((character) => {
      const [glyph] = font.layout(character).glyphs;
      return !/\s/.test(character) && (!glyph || glyph.id === 0 || glyph.path.commands.length === 0);
    });
    expect(blank).toEqual([]);
  });

  it('has digits of one width where numbers align', () => {
    const widths = font.layout('0123456789', ['tnum', 'lnum']).positions.map(({ xAdvance }) => xAdvance);
    expect(new Set(widths).size).toBe(1);
  });
});

it('is what the script makes, and what the style sheet says it covers', async () => {
  const source = readFileSync('node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff');
  expect((await cutFont(source)).equals(readFileSync('ui/styles/fonts/barlow-400.woff2'))).toBe(true);
  const css = readFileSync('ui/styles/fonts.css', 'utf8').replace(/\s+/g, ' ');
  expect(css.split(`unicode-range: ${unicodeRange()};`).length - 1).toBe(weights.length);
});
