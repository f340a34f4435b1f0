import { expect, test } from 'vitest';
import { monthly } from '../../../contract/figures/figures.testing.ts';
import { createPortfolioReader } from './portfolio-reader.ts';
import { isUnderOneYear } from '../records/publication-review.ts';
import { listPortfolios, saveRecord } from '../records/records.ts';
import { reportingState } from '../reporting/reporting-state.ts';
import { freshStore } from '../../store/store.testing.ts';

test('figures of under twelve months are nobody’s to read without the reason; samples are', async () => {
  const store = await freshStore();
  const about = { name: 'New', shortName: 'New', subName: '', description: '', benchmark: 'B', benchmark2: '' };
  const record = monthly(new Array<number>(13).fill(0.01), [0.02]);
  const [eleventh, twelfth] = [record.days[11]!, record.days[12]!];
  for (const [id, sample] of [
    ['own', false],
    ['sample', true],
  ] as const)
    await saveRecord(store.db, { id, group: 'website', sample, about, record, at: 1 });
  const shown = async (shortRecords: string | undefined, day: number) => {
    const reader = createPortfolioReader(store, { riskFree: 0, shortRecords });
    const versions = await listPortfolios(store.db);
    const read = versions.map(async (one) => ((await reader.detail(one, { day, analytics: false })) ? [one.id] : []));
    return (await Promise.all(read)).flat();
  };
  expect(await shown(undefined, eleventh)).toEqual(['sample']);
  expect(await shown('A lawyer allowed it.', eleventh)).toEqual(['own', 'sample']);
  expect(await shown(undefined, twelfth)).toEqual(['own', 'sample']);
  const candidate = { id: 'own', about, sample: false };
  expect(isUnderOneYear({ ...candidate, record })).toBe(false);
  expect(
    isUnderOneYear({ ...candidate, record: { ...record, days: record.days.subarray(0, 12), portfolio: record.portfolio.subarray(0, 12) } }),
  ).toBe(true);
  const { short } = await reportingState(store.db, { now: Date.UTC(2026, 0, 1), months: 4 });
  expect(short).toEqual([]);
});
