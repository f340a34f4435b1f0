import { expect, test } from 'vitest';
import { CompiledQuery } from 'kysely';
import { freshStore, silent, temporaryFolder } from '../store.testing.ts';
import { openStore } from '../store.ts';
import { findLeadPage, countLeads } from '../../work/index/lead-list.ts';
import { isStoreDown, StoreDown } from '../errors.ts';
import { errorOf, faultOf } from '../../kernel/thread-calls.ts';
import type { AsideQuery } from './aside-driver.ts';

test('long reads of the desk go to the other connection, with what was committed here just before; its faults pass as they are', async () => {
  const dataDir = temporaryFolder();
  const asked: string[] = [];
  let fault: Error | undefined;
  const other = await openStore({ dataDir, log: silent });
  const store = await freshStore({
    dataDir,
    // As between threads: what passes is copied.
    aside: async (query) => {
      const { sql, parameters }: AsideQuery = structuredClone(query);
      asked.push(sql);
      if (fault !== undefined) throw errorOf(structuredClone(faultOf(fault)));
      return structuredClone((await other.db.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows);
    },
  });
  const insert = (key: string) => store.db.insertInto('suppressions').values({ address_key: key, reason: 'test', at: 1 }).execute();
  for (const key of ['a', 'b', 'c']) await insert(key);
  expect(asked).toEqual([]);
  const some = () => store.aside.selectFrom('suppressions').select(['address_key', 'at']).where('address_key', 'in', ['a', 'c']).execute();
  expect(await Promise.all([some(), some()])).toEqual(
    Array.from({ length: 2 }, () => ['a', 'c'].map((key) => ({ address_key: key, at: 1 }))),
  );
  expect(await findLeadPage(store, { filter: { section: 'lead' }, sort: 'newest', limit: 5 })).toEqual({ rows: [], next: undefined });
  expect(await countLeads(store, { section: 'lead', search: 'capital' })).toBe(0);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  fault = new StoreDown('down');
  await expect(some()).rejects.toSatisfy(isStoreDown);
  await expect(store.aside.transaction().execute(async () => {})).rejects.toThrow('no transactions');
  await other.close();
});

test('where nobody else has the store open, they are read here', async () => {
  const store = await freshStore();
  expect(store.aside).toBe(store.db);
});
