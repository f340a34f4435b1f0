import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { StoreDown } from './errors.ts';
import { createGroupCommit, createSharedBegin } from './group-commit.ts';
import type { Store, Tx } from './store.ts';
import { describeOnStores, freshStore } from './store.testing.ts';

type Item = { key: string };

async function insertKeys(tx: Tx, items: readonly Item[]): Promise<string[]> {
  await tx
    .insertInto('suppressions')
    .values(items.map((item) => ({ address_key: item.key, reason: 'test', at: 1 })))
    .execute();
  return items.map((item) => `stored ${item.key}`);
}

async function storedKeys(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('suppressions').select('address_key').execute();
  return rows.map((row) => row.address_key).sort();
}

describeOnStores('group commit', () => {
  test('each gets its own result; whoever repeats a key fails alone', async () => {
    const store = await freshStore();
    const property = async (bursts: string[][], maxBatch: number) => {
      await store.db.deleteFrom('suppressions').execute();
      const group = createGroupCommit(store, { maxBatch, write: insertKeys });
      const keys = bursts.flat();
      const outcomes: PromiseSettledResult<string>[] = [];
      for (const burst of bursts) outcomes.push(...(await Promise.allSettled(burst.map((key) => group.add({ key })))));
      keys.forEach((key, index) => {
        const outcome = outcomes[index]!;
        if (outcome.status === 'fulfilled') expect(outcome.value).toBe(`stored ${key}`);
        else expect(keys.filter((other) => other === key).length).toBeGreaterThan(1);
      });
      const fulfilled = keys.filter((_, index) => outcomes[index]!.status === 'fulfilled');
      expect(fulfilled.sort()).toEqual([...new Set(keys)].sort());
      expect(await storedKeys(store)).toEqual(fulfilled);
    };
    const key = fc.integer({ min: 0, max: 35 }).map((n) => n.toString(36));
    const bursts = fc.array(fc.array(key, { maxLength: 12 }), { maxLength: 4 });
    await fc.assert(fc.asyncProperty(bursts, fc.integer({ min: 1, max: 8 }), property), { numRuns: 25 });
  });

  test('what arrives together is committed together, and is visible to others when it resolves', async () => {
    const store = await freshStore();
    const sizes: number[] = [];
    const group = createGroupCommit(store, {
      write: (tx, items: readonly Item[]) => {
        sizes.push(items.length);
        return insertKeys(tx, items);
      },
    });
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await group.add({ key: `k${index}` });
        expect(await storedKeys(store)).toContain(`k${index}`);
      }),
    );
    // Batches run beside each other, so which one begins first is open.
    expect(sizes.toSorted((a, b) => b - a)).toEqual([64, 64, 64, 8]);
  });

  test('drain waits for everything', async () => {
    const store = await freshStore();
    const group = createGroupCommit(store, { maxBatch: 3, write: insertKeys });
    await group.drain();
    for (let index = 0; index < 20; index += 1) void group.add({ key: `k${index}` });
    await group.drain();
    expect(await storedKeys(store)).toHaveLength(20);
  });
});

test('a store that is down fails a batch at once, without asking for each item', async () => {
  let asked = 0;
  const begin = async (): Promise<never> => {
    asked += 1;
    throw new StoreDown('down');
  };
  const group = createGroupCommit({ dialect: 'sqlite', begin, beginOne: begin }, { write: insertKeys });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => group.add({ key: `k${index}` })));
  expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true);
  expect(asked).toBe(1);
});

test('a store that goes down while items are tried one by one is not asked for the rest', async () => {
  let asked = 0;
  const begin = async (): Promise<never> => {
    asked += 1;
    throw asked === 1 ? new Error('one of them is bad') : new StoreDown('down');
  };
  const group = createGroupCommit({ dialect: 'sqlite', begin, beginOne: begin }, { write: insertKeys });
  await Promise.allSettled(Array.from({ length: 50 }, (_, index) => group.add({ key: `k${index}` })));
  expect(asked).toBe(2);
});

test('more than may wait is refused as a store that is down', async () => {
  const begin = () => new Promise<never>(() => {});
  const group = createGroupCommit({ dialect: 'sqlite', begin, beginOne: begin }, { maxWaiting: 2, write: insertKeys });
  void group.add({ key: 'a' });
  void group.add({ key: 'b' });
  await expect(group.add({ key: 'c' })).rejects.toThrow(StoreDown);
});

afterEach(() => void vi.useRealTimers());

test('groups of the embedded store share a transaction; where one of them fails, the others are written all the same', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const transactions: string[][] = [];
  const begin: Store['begin'] = (write) => {
    transactions.push([]);
    return write({} as Tx);
  };
  const store = { dialect: 'sqlite', begin, beginOne: begin } as const;
  const groupOf = (name: string) =>
    createGroupCommit(store, {
      write: async (_, items: readonly string[]) => {
        transactions.at(-1)?.push(name);
        if (items.includes('bad')) throw new Error('bad');
        return items.map((item) => `${name} ${item}`);
      },
    });
  const [one, other] = [groupOf('one'), groupOf('other')];
  expect(await Promise.all([one.add('a'), other.add('b')])).toEqual(['one a', 'other b']);
  const [failed, stored] = await Promise.allSettled([one.add('bad'), other.add('c')]);
  expect(failed.status).toBe('rejected');
  expect(stored).toEqual({ status: 'fulfilled', value: 'other c' });
  expect(transactions).toEqual([['one', 'other'], ['one'], ['one'], ['other']]);
});

test('a transaction of the embedded store shares the next commit with a group; what fails in it, a damaged page too, fails it alone', async () => {
  const store = await freshStore();
  // Its clock stands still: a transaction takes no further part once it has lasted some milliseconds.
  vi.useFakeTimers({ toFake: ['performance'] });
  const begun = vi.spyOn(store, 'begin');
  const group = createGroupCommit(store, { write: insertKeys });
  const [soon, behind] = [createSharedBegin(store, 0), createSharedBegin(store, 60_000)];
  const insert = (key: string) => (tx: Tx) => insertKeys(tx, [{ key }]);
  expect(await Promise.all([behind(insert('a')), group.add({ key: 'b' }), soon(insert('c'))])).toEqual([
    ['stored a'],
    'stored b',
    ['stored c'],
  ]);
  expect(begun).toHaveBeenCalledTimes(1);
  // Its own turn is a minute away, but it is committed together with what begins at once.
  const late = behind(insert('d'));
  const damaged = soon(() => Promise.reject(new StoreDown('disk I/O error')));
  await expect(damaged).rejects.toThrow('disk I/O error');
  expect(await Promise.all([late, group.add({ key: 'e' })])).toEqual([['stored d'], 'stored e']);
  expect(await storedKeys(store)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a shared transaction ends once it has lasted 3 ms, and what is left has another', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let transactions = 0;
  const begin: Store['begin'] = (write) => {
    transactions += 1;
    return write({} as Tx);
  };
  const shared = createSharedBegin({ dialect: 'sqlite', begin, beginOne: begin }, 0);
  const takes = (milliseconds: number) =>
    shared(async () => {
      vi.advanceTimersByTime(milliseconds);
      return transactions;
    });
  expect(await Promise.all([1, 1, 2, 1, 5, 1].map(takes))).toEqual([1, 1, 1, 2, 2, 3]);
});
