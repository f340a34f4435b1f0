import { expect, test } from 'vitest';
import { dayOf, yearsBetween } from '../../contract/figures/days.ts';
import { annualizedReturn } from '../../contract/figures/returns.ts';
import { categories } from '../../contract/posting.ts';
import { about } from './about.ts';
import { careers } from './careers.ts';
import { company } from './company.ts';
import { ecosystem } from './ecosystem.ts';
import { featureCards } from './feature-cards.ts';
import { featured } from './featured.ts';
import { headlineFigures } from './headline-figures.ts';
import { home } from './home.ts';
import { postings } from './postings.ts';
import { slides } from './slides.ts';

// The company's content that the specification fixes, word for word. An intended change of it is repeated here, and nowhere else.

test('version and texts', () => {
  expect(company.siteVersion).toBe('3.1.2');
  expect(home.hero.title).toBe('AI for Investment');
  expect(about.title).toBe('Leadership in AI for Investment Decision Making');
  expect(featured.heading).toBe('FEATURED IN');
  expect(careers.spontaneous.title).toBe("Don't You See A Position Suitable For Your Professional Skills Among The Open Ones?");
});

test('two offices, four networks, twenty marks', () => {
  expect(company.offices.map(({ city, country }) => `${city}, ${country}`)).toEqual(['Milan, Italy', 'London, United Kingdom']);
  expect(company.socials.map(({ network }) => network)).toEqual(['LinkedIn', 'Instagram', 'Facebook', 'YouTube']);
  expect(featured.marks).toHaveLength(20);
});

test('the headline figures, and the filler of the ecosystem page', () => {
  const shown = headlineFigures.figures.map(({ prefix, number, suffix, text }) => `${prefix}${number}${suffix} ${text}`);
  expect(shown).toEqual([
    '12637617930 data processed',
    '8173 securities under advisory',
    '4145118 trades generated',
    '€ 86428392 cumulated profit to last quarter',
    '€ 11576362 average net profit per year',
    '+85.8% cumulated net performance to last quarter',
    '+14.46% annualized net performance',
    '9587 robo-reports generated daily',
    '2400000 robo-reports generated yearly',
    '633 ms single report generation time',
  ]);
  // The annualized figure follows from the cumulated one by the product's formula, over the period that both name.
  const [cumulated, annual] = ['performance', 'performance-year'].map((id) => headlineFigures.figures.find((one) => one.id === id)!);
  const [from, to] = cumulated!.period.split(' to ').map((day) => dayOf(new Date(`${day} UTC`).toISOString().slice(0, 10))!);
  expect(annual!.period).toBe(cumulated!.period);
  expect((annualizedReturn(cumulated!.number / 100, yearsBetween(from!, to!)) * 100).toFixed(2)).toBe(String(annual!.number));
  expect(ecosystem.counters.map(({ number, suffix }) => `${number}${suffix}`)).toEqual(['12B+', '12B+', '10B+']);
});

test('eight screens and four cards of three to four points', () => {
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
  expect(featureCards).toHaveLength(4);
  for (const { points } of featureCards) expect([3, 4]).toContain(points.length);
});

test('seven positions in Milan, by category; the company may open others beside them', () => {
  const specified = [
    'Content Manager',
    'Social Media Manager',
    'Senior System Administrator',
    'Junior System Administrator',
    'Junior AI & Data',
    'Junior AI & Data (internship)',
    'Junior Full-stack Developer',
  ];
  const those = postings.filter(({ title2 }) => specified.includes(title2));
  const titles = (tab: number) => those.filter(({ id }) => tab === 0 || id === tab).map(({ title2 }) => title2);
  expect(categories.map(({ id, label }) => `${label} (${id})`)).toEqual([
    'ALL (0)',
    'CONTENT MANAGEMENT (1)',
    'NETWORK / SYSADMIN (2)',
    'DATA SCIENCE (3)',
    'SOFTWARE DEVELOPMENT (4)',
  ]);
  expect(titles(0)).toEqual(specified);
  expect(titles(1)).toEqual(['Content Manager', 'Social Media Manager']);
  expect(titles(2)).toEqual(['Senior System Administrator', 'Junior System Administrator']);
  expect(titles(3)).toEqual(['Junior AI & Data', 'Junior AI & Data (internship)']);
  expect(titles(4)).toEqual(['Junior Full-stack Developer']);
  for (const { title1 } of those) expect(title1).toMatch(/^Milan \| \S/);
});
