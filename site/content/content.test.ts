import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { awards } from './awards.ts';
import { company } from './company.ts';
import { featureCards } from './feature-cards.ts';
import { featured } from './featured.ts';
import { headlineFigures } from './headline-figures.ts';
import { slides } from './slides.ts';

const served = (path: string) => fileURLToPath(new URL(`../public${path}`, import.meta.url));

describe('the featured strip', () => {
  test('has a picture for every mark, of the size that the page keeps for it', () => {
    expect(new Set(featured.marks.map(({ id }) => id)).size).toBe(featured.marks.length);
    for (const { src, width, height } of featured.marks) {
      const [opening] = /<svg\b[^>]*>/.exec(readFileSync(served(src), 'utf8'))!;
      expect(opening).toContain(`width="${width}"`);
      expect(opening).toContain(`height="${height}"`);
    }
  });

  test('lends its awards to the footer', () => {
    expect(awards).toEqual(featured.marks.filter(({ kind }) => kind === 'award'));
  });
});

describe('the pictures of the platform', () => {
  const pictures = [
    ...slides.map(({ id }) => [id, ['960', '1920'], ['phone-650']] as const),
    ...featureCards.map(({ src }) => [src, ['720', '1440'], []] as const),
  ].flatMap(([id, wide, alone]) => [
    ...[...wide, 'phone-390', 'phone-780'].flatMap((shape) => [`/screens/${id}-${shape}.avif`, `/screens/${id}-${shape}.webp`]),
    ...alone.map((shape) => `/screens/${id}-${shape}.avif`),
  ]);

  test.each(pictures)('%s is there', (path) => {
    expect(existsSync(served(path))).toBe(true);
  });

  test('have words for those who cannot see them', () => {
    for (const { alt } of [...slides, ...featureCards]) expect(alt.length).toBeGreaterThan(30);
  });
});

test.each(headlineFigures.figures)(
  'the headline figure $id is a number of its own, with words for it, its period and its basis',
  (figure) => {
    expect(Number.isFinite(figure.number)).toBe(true);
    for (const words of [figure.text, figure.period, figure.basis]) expect(words.trim()).not.toBe('');
    expect(headlineFigures.figures.filter(({ id }) => id === figure.id)).toHaveLength(1);
  },
);

test('the company has an office and addresses that lead somewhere', () => {
  expect(company.offices.length).toBeGreaterThan(0);
  for (const { countryCode } of company.offices) expect(countryCode).toMatch(/^[A-Z]{2}$/);
  for (const { phone } of company.offices) expect(phone).toMatch(/^\+[\d ]{8,}$/);
  for (const { href } of company.socials) expect(new URL(href).protocol).toBe('https:');
});
