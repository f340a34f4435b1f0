import { expect, test } from 'vitest';
import { expectedFigures, type Expected } from './expected-figures.testing.ts';
import type { RiskFree } from './expected-rates.testing.ts';
import { generatedRecords, reportingDates, type GeneratedRecord } from './generated-records.testing.ts';
import { answersOf, cardsOf, detailsOf, exportsOf, factsheetOf, reportOf } from './renderings.testing.tsx';
import { siteOf, type TestedSite } from './tested-site.testing.ts';

const RISK_FREE: RiskFree = [
  { rate: 2.5 },
  { from: '2022-07-27', rate: 3.1 },
  { currency: 'USD', rate: 1.75 },
  { currency: 'USD', from: '2018-06-29', rate: -0.5 },
];

/** Every date with PRINTED_FIGURES=all; otherwise two, an early and a late one, which change daily until all had their turn. */
function datesOfToday(): readonly string[] {
  if (process.env['PRINTED_FIGURES'] === 'all') return reportingDates;
  const half = reportingDates.length / 2;
  return reportingDates.filter((_, index) => index % half === Math.floor(Date.now() / 86_400_000) % half);
}

test('every printed number of every rendering is what its formula gives, and none is printed that is not expected', async () => {
  const records = generatedRecords();
  const site = await siteOf(records, RISK_FREE);
  const walk = new Walk();
  await walk.step('exports', () => exportsOf(site, records));
  for (const date of datesOfToday()) await walkDate(walk, site, records, date);
  expect(walk.faults, `${walk.compared} printed numbers compared`).toEqual([]);
  expect(walk.compared).toBeGreaterThan(13_000);
});

class Walk {
  compared = 0;
  readonly faults: string[] = [];

  /** Compares a rendering, and goes on where it is at fault. */
  async step(what: string, compare: () => Promise<number>): Promise<void> {
    try {
      this.compared += await compare();
    } catch (error) {
      this.faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function walkDate(walk: Walk, site: TestedSite, records: readonly GeneratedRecord[], date: string): Promise<void> {
  const all = records.map((record) => expectedFigures(record, date, RISK_FREE)).filter((one) => one !== undefined);
  const shown: { date: string; riskFree: RiskFree; all: readonly Expected[] } = { date, riskFree: RISK_FREE, all };
  await site.publish(date, all.filter(({ lags }) => lags).length);
  await walk.step(date, () => answersOf(site, shown));
  await walk.step(date, () => cardsOf(site, shown));
  await walk.step(date, () => reportOf(site, shown));
  for (const one of all) {
    await walk.step(date, () => detailsOf(site, one, shown));
    await walk.step(date, () => factsheetOf(site, one, shown));
  }
}
