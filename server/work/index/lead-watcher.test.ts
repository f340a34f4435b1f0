import { sql, type KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { leadsChangedSince } from './lead-watcher.ts';
import { lastSeq } from './lead-index.ts';
import { createLeadWatcher, type LeadWatcher, type ToldChanges } from './lead-watcher.ts';
import { noon, setUpIndex } from './index.testing.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

/** Milliseconds between two looks into the store: short, so that the tests need not wait. */
const pause = 40;

type Asked = Parameters<LeadWatcher['changes']>[0];

function listen(watcher: LeadWatcher, asked: Partial<Asked> = {}) {
  const stop = new AbortController();
  const told: ToldChanges[] = [];
  const stream = watcher.changes({ section: 'lead', since: undefined, watching: undefined, signal: stop.signal, ...asked });
  const ended = (async () => {
    for await (const news of stream) told.push(news);
  })();
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { told, stop, ended };
}

/** Counts the queries to the store. */
function counted(db: Store['db']): { db: Store['db']; count: () => number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), count: () => count };
}

describeOnStoresInTurn('changes', 0, (dialect) => {
  test('are found by their index, whatever the number of leads', async () => {
    const { store, add } = await setUpIndex();
    await add({}, {}, {});
    const { sql: text, parameters } = leadsChangedSince(store.db, 1).compile();
    const explained = await store.db.transaction().execute(async (tx) => {
      // With so few rows PostgreSQL would not use the index.
      if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
      const prefix = dialect === 'sqlite' ? 'explain query plan ' : 'explain ';
      return tx.executeQuery<Record<string, string>>({ ...sql`select 1`.compile(tx), sql: prefix + text, parameters });
    });
    const plan = explained.rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/lead_index_seq/);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE|Seq Scan/);
  });

  test('reach every page of their section, from the number it goes on from, and an erasure whoever looks at it', async () => {
    const { store, add } = await setUpIndex();
    const [old] = (await add({})) as [string];
    const watcher = createLeadWatcher(store.db, { pause });
    const [fresh, late, messages] = [
      listen(watcher),
      listen(watcher, { since: 0, watching: old }),
      listen(watcher, { section: 'message', watching: old }),
    ];
    const seq = await lastSeq(store.db);
    await expect.poll(() => [fresh.told.length, late.told]).toEqual([1, [{ seq, ids: [old], all: false, gone: false }]]);
    expect(fresh.told).toEqual([{ seq, ids: [], all: false, gone: false }]);
    const [lead] = (await add({}, { kind: 'message', form: 'contacts' })) as [string];
    const next = await lastSeq(store.db);
    await expect.poll(() => fresh.told.at(-1)).toMatchObject({ seq: next, ids: [lead] });
    await expect.poll(() => late.told.at(-1)).toMatchObject({ seq: next, ids: [lead] });
    await expect.poll(() => messages.told.at(-1)).toMatchObject({ seq: next, ids: [expect.not.stringContaining(lead)] });
    await store.db.deleteFrom('leads').where('id', '=', old).execute();
    await expect.poll(() => late.told.at(-1)?.gone).toBe(true);
    await expect.poll(() => messages.told.at(-1)?.gone).toBe(true);
    expect(fresh.told).toHaveLength(2);
  });

  test('have numbers that no later one takes over, though the latest is erased', async () => {
    const { store, add } = await setUpIndex();
    const [erased] = (await add({})) as [string];
    const since = await lastSeq(store.db);
    await store.db.deleteFrom('leads').where('id', '=', erased).execute();
    const [lead] = (await add({})) as [string];
    const { told } = listen(createLeadWatcher(store.db, { pause }), { since });
    await expect.poll(() => told.flatMap(({ ids }) => ids)).toEqual([lead]);
  });

  test('are looked for once for all who listen, and not at all once nobody does', async () => {
    const { store, add } = await setUpIndex();
    const [id] = (await add({})) as [string];
    const { db, count } = counted(store.db);
    const watcher = createLeadWatcher(db, { pause });
    const since = await lastSeq(store.db);
    const listeners = Array.from({ length: 100 }, () => listen(watcher, { since, watching: id }));
    // Each listener makes two queries for its starting point, and the look that all share makes three each time.
    await expect.poll(count, { interval: 5 }).toBeGreaterThanOrEqual(203);
    const before = count();
    const began = performance.now();
    await expect.poll(() => performance.now() - began, { interval: 5 }).toBeGreaterThan(10 * pause);
    // At most one look for each pause that fits into the time, and one more.
    expect(count() - before).toBeLessThanOrEqual(3 * ((performance.now() - began) / pause + 1));
    for (const { stop } of listeners) stop.abort();
    await Promise.all(listeners.map(({ ended }) => ended));
    let seen = count();
    await expect.poll(() => seen === (seen = count()), { interval: 5 * pause }).toBe(true);
  });
});

test('the look has its first number before a page reads its starting point: a change between the two is found by the look', async () => {
  const { store, add } = await setUpIndex();
  await add({});
  const order: string[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      order.push('asked');
      return node;
    },
    async transformResult({ result }) {
      order.push('answered');
      return result;
    },
  };
  listen(createLeadWatcher(store.db.withPlugin(noting), { pause }), { since: await lastSeq(store.db) });
  await expect.poll(() => order.slice(0, 3)).toEqual(['asked', 'answered', 'asked']);
});

everyEighthRun(test, 0)('a hundred pages that are open cost an idle server next to nothing, with 20 000 leads', async () => {
  const { store, add } = await setUpIndex();
  const [model] = (await add({})) as [string];
  await sql`pragma foreign_keys = off`.execute(store.db);
  const names = (await sql<{ name: string }>`select name from pragma_table_info('lead_index')`.execute(store.db)).rows.map(
    ({ name }) => name,
  );
  const values = names.map((name) => ({ pos: 'pos + n', lead_id: "lead_id || '-' || n", seq: 'seq + n' })[name] ?? name);
  await sql`with recursive more(n) as (select 1 union all select n + 1 from more where n < 20000)
    insert into lead_index (${sql.raw(names.join(', '))}) select ${sql.raw(values.join(', '))} from lead_index, more
    where lead_id = ${model}`.execute(store.db);
  const watcher = createLeadWatcher(store.db);
  const since = await lastSeq(store.db);
  const listeners = Array.from({ length: 100 }, () => listen(watcher, { since }));
  await add({ at: noon + 60_000 });
  await expect.poll(() => [...new Set(listeners.map(({ told }) => told.length))]).toEqual([1]);
  // Of this thread alone, and the least of three times: a busy machine takes longer for the same, and tests before this one leave garbage behind.
  const shares: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const [began, before] = [performance.now(), process.threadCpuUsage()];
    await expect.poll(() => performance.now() - began, { interval: 500 }).toBeGreaterThan(1500);
    const { user, system } = process.threadCpuUsage(before);
    shares.push((user + system) / 1000 / (performance.now() - began));
  }
  // If each page looked for itself, this would take some 40 % of a processor.
  expect(Math.min(...shares)).toBeLessThan(0.1);
});
