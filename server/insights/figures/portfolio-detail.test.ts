import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { disclosed } from '../../../contract/figures/disclosure.testing.ts';
import type { Disclosure } from '../../../contract/figures/disclosure.ts';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { monthly } from '../../../contract/figures/figures.testing.ts';
import { signedPercent } from '../../../contract/figures/format.ts';
import { portfolioDetailSchema } from '../../../contract/portfolio.ts';
import { readSamples } from '../sample/samples.ts';
import { detailOf, detailTable, shownCard } from './portfolio-detail.ts';

const samples = await readSamples();
const about = { name: 'A', shortName: 'A', subName: '', description: '', benchmark: 'B', benchmark2: '', disclosure: disclosed };
const [dates, question] = [
  { website: '2024-12-31', cognitive: '2024-12-31' },
  { riskFree: 2, analytics: true },
];

function stored(record = monthly([0.01], [0.01])) {
  return { id: 'a', group: 'website' as const, about, sample: false, version: 1, record };
}

test.each(samples.map((sample) => [sample.id, sample] as const))('%s: its periods agree with its other figures', (_, sample) => {
  const detail = detailOf({ ...sample, version: 1, sample: true }, dayOf('2024-12-31')!, question)!;
  expect(v.is(portfolioDetailSchema, detail)).toBe(true);
  const period = (kind: string) => detail.periods!.find((one) => one.period === kind)!;
  expect(period('start').pf).toBe(detail.net_return_pf);
  expect(period('ytd').pf).toBeCloseTo(detail.analytics!.years.at(-1)!.pf, 9);
  expect(period('1y').pf).toBeCloseTo(detail.periods!.find((one) => one.period === '12m')!.pf, 9);
  expect(detailTable(detail)).toMatch(new RegExp(`1 year +[+−]${Math.abs(period('1y').pf).toFixed(2)}%`));
});

test('a record under one year has its return since the start, and nothing of it is called annualized', () => {
  const months = (count: number) => stored(monthly(new Array<number>(count).fill(0.01), [0.02]));
  const end = dayOf('2024-12-31')!;
  const short = detailOf(months(11), end, question)!;
  expect(short.under_one_year).toBe(true);
  expect(short.periods!.map((one) => [one.period, one.annualized, one.pf])).toEqual(
    ['ytd', 'start'].map((period) => [period, false, short.total_return_pf]),
  );
  expect([detailTable(short).includes('Annualized'), shownCard(months(11), dates, 2)!.figures[1]!.label]).toEqual([
    false,
    'Net return, under a year',
  ]);
  const long = detailOf(months(12), end, question)!;
  expect(long).not.toHaveProperty('under_one_year');
  expect(detailTable(long)).toContain(`Annualized net return  ${signedPercent(long.net_return_pf)}`);
});

test('what is shown of a chart’s values is rounded once', () => {
  // 100 · 1.34724978 and its fall: with four decimals they would stand half way between two shown numbers.
  const record = monthly([0.3472498, -0.05124981], [0]);
  const { chart, pf } = detailOf(stored(record), dayOf('2024-12-31')!, question)!.analytics!;
  expect(chart.pf.map((value) => signedPercent(value))).toEqual(['+100.00%', '+134.72%', '+127.82%']);
  expect(signedPercent(Math.min(...chart.drawdown))).toBe(signedPercent(pf.max_drawdown));
});

test('no figure of a record that was simulated at first is of both parts: each has those that it has by itself', () => {
  const change = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  fc.assert(
    fc.property(fc.array(change, { minLength: 4, maxLength: 40 }), fc.nat(), (returns, place) => {
      const record = monthly(returns, [0.01, -0.01, 0.02]);
      const at = 1 + (place % (returns.length - 1));
      const since = isoOf(record.days[at]!);
      const disclosure = { ...disclosed, results: 'back-tested', actual_since: since };
      const figuresOf = (from: number, to: number, stated: Disclosure) => {
        const part = { ...record, days: record.days.slice(from, to), portfolio: record.portfolio.slice(from, to) };
        const one = { ...stored({ ...part, benchmark: record.benchmark!.slice(from, to) }), about: { ...about, disclosure: stated } };
        return detailOf(one, record.days.at(-1)!, question)!;
      };
      const { simulated, analytics, ...whole } = figuresOf(0, record.days.length, disclosure);
      const [before, after] = [figuresOf(0, at + 1, disclosed), figuresOf(at, record.days.length, disclosed)];
      const { simulated: beforeIn, ...rest } = analytics!;
      expect({ ...whole, analytics: rest }).toEqual({ ...after, disclosure });
      expect(before).toMatchObject({ ...simulated, results: 'actual' });
      expect(simulated?.results).toBe('back-tested');
      expect([beforeIn?.years, beforeIn?.months]).toEqual([before.analytics?.years, before.analytics?.months]);
      expect([beforeIn?.chart.pf.at(-1), rest.chart.pf[0]]).toEqual([100, 100]);
    }),
    { numRuns: 50 },
  );
});

test('a record up to the day of the change is simulated as a whole, and says so', () => {
  const record = monthly(new Array<number>(30).fill(0.01), [0.02]);
  const disclosure = { ...disclosed, results: 'simulated', actual_since: isoOf(record.days[20]!) };
  const one = { ...stored(record), about: { ...about, disclosure } };
  const [before, on, later] = [10, 20, 21].map((at) => detailOf(one, record.days[at]!, question)!);
  expect([before, on, later].map((detail) => [detail!.results, detail!.simulated !== undefined])).toEqual([
    ['simulated', false],
    ['simulated', false],
    ['actual', true],
  ]);
  expect(
    shownCard({ ...one, record: { ...record, days: record.days.slice(0, 15), portfolio: record.portfolio.slice(0, 15) } }, dates, 2),
  ).toMatchObject({
    mark: 'Simulated',
    basis: 'EUR, net of costs and fees',
    figures: ['Total net return', 'Annualized net return', 'Sharpe ratio'].map((label) => ({ label: `${label}, simulated` })),
    periods: [
      { period: 'Year to date' },
      { period: '1 year' },
      { period: 'Since start, per year' },
      { period: '12 months to 28 February 2021' },
    ],
  });
  expect(detailTable(later!)).toMatch(/SIMULATED 2019-12-31 TO 2021-08-31 +A +B\nTotal net return /);
});
