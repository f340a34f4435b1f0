import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUniqueViolation } from './errors.ts';
import { insertRows, rowsFor } from './insert-rows.ts';
import { describeOnStores, freshStore } from './store.testing.ts';

describeOnStores('rows of several tables', () => {
  test('are stored as they are given, half a surrogate pair as U+FFFD', async () => {
    const store = await freshStore();
    const secrets = [
      { name: 'one', value: `it's "quoted" \\ud83d \\ and\nbroken`, created_at: 2 ** 45 },
      { name: 'two', value: 'a half: \ud83d.', created_at: 1 },
    ];
    const suppressed = { address_key: 'ada@example.com', reason: 'test', at: 1 };
    await insertRows(store.db, [rowsFor('secrets', secrets), rowsFor('suppressions', [suppressed]), rowsFor('jobs', [])]);
    await insertRows(store.db, [rowsFor('jobs', [])]);
    const names = secrets.map(({ name }) => name);
    expect(await store.db.selectFrom('secrets').selectAll().where('name', 'in', names).orderBy('name').execute()).toEqual([
      secrets[0],
      { ...secrets[1], value: 'a half: \ufffd.' },
    ]);
    expect(await store.db.selectFrom('suppressions').select(['address_key', 'reason', 'at']).execute()).toEqual([suppressed]);
  });

  test('with a taken key change what they are to change, and nothing else', async () => {
    const store = await freshStore();
    const day = { dimension: 'all', day: '2026-11-01', value: '' } as const;
    const none = { received: 0, spam: 0, linked: 0, verified: 0, answered: 0, met: 0, won: 0 };
    const counts = (received: number) =>
      rowsFor('lead_days', [{ ...day, ...none, received, spam: 1 }], { key: ['dimension', 'day', 'value'], added: ['received'] });
    const secret = (value: string, replaced: readonly 'value'[] = []) =>
      rowsFor('secrets', [{ name: 'one', value, created_at: value.length }], { key: ['name'], replaced });
    await insertRows(store.db, [counts(2), secret('first')]);
    await insertRows(store.db, [counts(3), secret('not stored')]);
    const read = async () => [
      await store.db.selectFrom('lead_days').select(['received', 'spam']).where('day', '=', day.day).execute(),
      await store.db.selectFrom('secrets').select(['value', 'created_at']).where('name', '=', 'one').execute(),
    ];
    expect(await read()).toEqual([[{ received: 5, spam: 1 }], [{ value: 'first', created_at: 5 }]]);
    await store.begin((tx) => insertRows(tx, [counts(-5), secret('replaced', ['value'])]));
    expect(await read()).toEqual([[{ received: 0, spam: 1 }], [{ value: 'replaced', created_at: 5 }]]);
  });

  test('are stored where a pooler has forgotten what was prepared', async () => {
    const store = await freshStore();
    const secret = (name: string) => rowsFor('secrets', [{ name, value: 'v', created_at: 1 }]);
    await insertRows(store.db, [secret('one')]);
    if (store.dialect === 'postgres') await sql`deallocate all`.execute(store.db);
    await insertRows(store.db, [secret('two')]);
    const { rows } = await sql<{ name: string }>`select name from secrets where name in ('one', 'two') order by name`.execute(store.db);
    expect(rows).toEqual([{ name: 'one' }, { name: 'two' }]);
  });

  test('are stored all or none by beginOne', async () => {
    const store = await freshStore();
    const secret = { name: 'one', value: 'v', created_at: 1 };
    const suppressed = { address_key: 'ada@example.com', reason: 'test', at: 1 };
    const rows = [rowsFor('suppressions', [suppressed]), rowsFor('secrets', [secret, secret])];
    const failed = await store.beginOne((db) => insertRows(db, rows)).catch((error: unknown) => error);
    expect(isUniqueViolation(failed)).toBe(true);
    expect(await store.db.selectFrom('suppressions').selectAll().execute()).toEqual([]);
  });
});
