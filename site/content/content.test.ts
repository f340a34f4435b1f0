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
  test('has twenty marks, each a file that calls itself a sample', () => {
    expect(featured.marks.length).toBe(20);
    for (const { src, sample } of featured.marks) {
      expect(sample).toBe(true);
      expect(readFileSync(served(src), 'utf8')).toContain('(sample mark, not a real organisation)');
    }
  });

  test('lends its awards to the footer', () => {
    expect(awards.length).toBeGreaterThanOrEqual(3);
    expect(awards.every((mark) => featured.marks.includes(mark))).toBe(true);
  });
});

describe('the pictures of the platform', () => {
  const pictures = [
    ...slides.map(({ id }) => [id, 960, 1920] as const),
    ...featureCards.map(({ picture }) => [picture, 720, 1440] as const),
  ].flatMap(([id, ...widths]) =>
    [...widths, 'phone-390', 'phone-780'].flatMap((shape) => ['avif', 'webp'].map((type) => `/screens/${id}-${shape}.${type}`)),
  );

  test.each(pictures)('%s is there', (path) => {
    expect(existsSync(served(path))).toBe(true);
  });

  test('are the eight screens and four cards, each with words for those who cannot see them', () => {
    expect(slides.map(({ title }) => title)).toEqual([
      'Asset summary and technical chart',
      'My portfolios',
      'Signals of the day',
      'AI agent for report generation',
      'Portfolio view',
      'Watchlist',
      'Wave graph',
      'Analytics: returns and volatility',
    ]);
    expect(featureCards.length).toBe(4);
    for (const { alt } of [...slides, ...featureCards]) expect(alt.length).toBeGreaterThan(30);
    for (const { points } of featureCards) expect([3, 4]).toContain(points.length);
  });
});

test('the headline figures are those of the specification', () => {
  const shown = headlineFigures.figures.map(({ prefix, number, suffix, text }) => `${prefix}${number}${suffix} ${text}`);
  expect(shown).toEqual([
    '12637617930 data processed',
    '8173 securities under advisory',
    '4145118 trades generated',
    '€ 86428392 cumulated profit to last quarter',
    '€ 11576362 average net profit per year',
    '+85.8 % cumulated net performance to last quarter',
    '+14.46 % annualized net performance',
    '9587 robo-reports generated daily',
    '2400000 robo-reports generated yearly',
    '633 ms single report generation time',
  ]);
});

test('the company has its two offices and four networks', () => {
  expect(company.offices.map(({ city, country }) => `${city}, ${country}`)).toEqual(['Milan, Italy', 'London, United Kingdom']);
  expect(company.socials.map(({ network }) => network)).toEqual(['LinkedIn', 'Instagram', 'Facebook', 'YouTube']);
});
