import { sql } from 'kysely';
import { expect } from 'vitest';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { loadSamples } from '../sample/samples.ts';

testOnStores('a published record is changed and deleted by nobody; a missing mark of samples is set once', async () => {
  const store = await freshStore();
  await loadSamples(store, 1);
  const refused = /track_records is only added to/;
  const set = (text: string) => sql`update track_records set ${sql.raw(text)} where portfolio_id = 'global-trend'`.execute(store.db);
  for (const text of ['sample = 0', "reason = 'x'", 'recorded_at = 2', 'portfolio = days', 'version = version'])
    await expect(set(text)).rejects.toThrow(refused);
  for (const table of ['track_records', 'portfolios'] as const) await expect(store.db.deleteFrom(table).execute()).rejects.toThrow(refused);
  if (store.dialect === 'postgres') await expect(sql`truncate track_records`.execute(store.db)).rejects.toThrow(refused);

  // A version that was stored before versions had a mark of their own (`sample`): the triggers allow only the mark to be set.
  await store.db
    .insertInto('track_records')
    .columns(['portfolio_id', 'version', 'recorded_at', 'about', 'frequency', 'first_day', 'last_day', 'digest', 'days', 'portfolio'])
    .expression((of) =>
      of
        .selectFrom('track_records')
        .select(['portfolio_id', sql<number>`2`.as('version'), 'recorded_at', 'about', 'frequency'])
        .select(['first_day', 'last_day', 'digest', 'days', 'portfolio'])
        .where('portfolio_id', '=', 'global-trend'),
    )
    .execute();
  const later = (text: string) => sql`update track_records set ${sql.raw(text)} where version = 2`.execute(store.db);
  for (const text of ["source = 'x'", "sample = 1, source = 'x'", "sample = 1, digest = 'x'"])
    await expect(later(text)).rejects.toThrow(refused);
  await later('sample = 1');
  await expect(later('sample = 0')).rejects.toThrow(refused);
});
