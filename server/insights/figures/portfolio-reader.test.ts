import { expect, test } from 'vitest';
import { dayFrom } from '../../../contract/figures/days.ts';
import { freshStore, silent } from '../../store/store.testing.ts';
import { listPortfolios, saveRecord } from '../records/records.ts';
import { createPortfolioReader, listFigures } from './portfolio-reader.ts';
import { tamperWithRecords } from '../../testing/tampered-records.testing.ts';

test('a list of more portfolios than records are kept reads each record once', async () => {
  const store = await freshStore();
  const about = { shortName: 'A', subName: '', name: 'Fund', description: '', benchmark: '', benchmark2: '' };
  const first = dayFrom(2024, 0, 1);
  const days = Int32Array.from({ length: 30 }, (_, n) => first + n);
  await store.begin(async (tx) => {
    for (let n = 0; n < 70; n += 1) {
      const portfolio = Float64Array.from(days, (day) => 100 + ((day * (n + 7)) % 13));
      const record = { frequency: 'daily', days, portfolio, benchmark: undefined, benchmark2: undefined } as const;
      await saveRecord(tx, { id: `fund-${n}`, group: 'website', about, record, sample: false, at: 1 });
    }
  });
  const reader = createPortfolioReader(store, { riskFree: 2, shortRecords: 'Allowed.' });
  const versions = await listPortfolios(store.db);
  const list = () => listFigures(reader, versions, { day: first + 20, log: silent });
  const { details } = await list();
  expect(details).toHaveLength(70);
  await tamperWithRecords(store, (tx) =>
    tx
      .updateTable('track_records')
      .set({ portfolio: new Uint8Array(8) })
      .execute(),
  );
  expect(await list()).toEqual({ details, failed: [] });
});
