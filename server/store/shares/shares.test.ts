import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networksOf } from '../../http/client-address.ts';
import { readSettings } from '../../settings/settings.ts';
import { describeOnStores, freshStore, testOnPostgres } from '../store.testing.ts';
import { laneOf, placesFor } from './pots.ts';
import { createShares, type Shares, type Source } from './shares.ts';

const settings = readSettings({});

/** Counts the lanes of one form from each of the sources. */
async function lanes(shares: Shares, sources: readonly Source[]): Promise<Record<string, number>> {
  const found: Record<string, number> = { calm: 0, fair: 0, slow: 0 };
  for (const source of sources) {
    const { forms } = await shares.use(source, { forms: 1 });
    found[laneOf(forms)]! += 1;
  }
  return found;
}

function from(address: string, more: Partial<Source> = {}): Source {
  return { networks: networksOf(address), proven: false, ...more };
}

function many(count: number, make: (n: number) => Source): Source[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

const hex = (n: number) => n.toString(16);

const fresh = async () => createShares(await freshStore(), settings);

// On one kind of store: what a share is counted for does not depend on it.
describe('a share', () => {
  test('serves an office behind one address, a campaign, and nobody’s flood at once', async () => {
    const shares = await fresh();
    expect(
      (
        await lanes(
          shares,
          many(60, () => from('203.0.113.9')),
        )
      ).slow,
    ).toBe(0);
    const campaign = many(400, (n) => from(`198.${n >> 6}.${n & 63}.7`));
    expect(await lanes(shares, campaign)).toEqual({ calm: 400, fair: 0, slow: 0 });
    const flood = await lanes(
      shares,
      many(300, () => from('192.0.2.1')),
    );
    expect(flood).toEqual({ calm: 3, fair: 57, slow: 240 });
    expect(laneOf((await shares.use(from('192.0.3.1'), { forms: 1 })).forms)).toBe('calm');
    // The same holds for a neighbour of the flood: what exceeds one client's share is not counted for its network.
    expect(laneOf((await shares.use(from('192.0.2.2'), { forms: 1 })).forms)).not.toBe('slow');
  });

  test('is a home line’s and a hosted network’s of IPv6, however many addresses there are', async () => {
    const shares = await fresh();
    const line = await lanes(
      shares,
      many(256, (n) => from(`2001:db8:1:1${hex(n).padStart(2, '0')}::1`)),
    );
    expect(line.calm! + line.fair!).toBe(120);
    const hosted = await lanes(
      shares,
      many(600, (n) => from(`2001:db8:2:${hex(n * 97)}::1`)),
    );
    expect(hosted.calm! + hosted.fair!).toBe(180);
  });

  test('is a recipient’s domain’s, by whatever clients, and a proof of work has a larger one apart', async () => {
    const shares = await fresh();
    const domain = { name: '@attacker.example', times: 1 };
    const flood = await lanes(
      shares,
      many(200, (n) => from(`198.51.${n}.7`, { domain })),
    );
    expect(flood.calm! + flood.fair!).toBe(60);
    const proven = await lanes(
      shares,
      many(200, (n) => from(`198.51.${n}.7`, { domain, proven: true })),
    );
    expect(proven.calm! + proven.fair!).toBe(180);
  });
});

describeOnStores('the counts of shares', () => {
  test('are of each pot apart, and stored as hashes that are forgotten after a day', async () => {
    const store = await freshStore();
    const shares = createShares(store, settings);
    const source = from('203.0.113.9', { domain: { name: '@example.org', times: 1 } });
    expect(await shares.use(source, { forms: 1, stored: 20_001 })).toEqual({ forms: 2, stored: 101 });
    expect(await shares.use(source, { uploads: 3000 })).toEqual({ uploads: 2 });
    const rows = await store.db.selectFrom('rate_limits').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|example/);
    for (const { expire } of rows) expect(expire! - Date.now()).toBeLessThanOrEqual(24 * 3_600_000 + 60_000);
  });
});

testOnPostgres('is one on all servers that share PostgreSQL', async () => {
  const store = await freshStore();
  const servers = [createShares(store, settings), createShares(store, settings), createShares(store, settings)];
  const loads = await Promise.all(many(90, () => from('192.0.2.1')).map((source, n) => servers[n % 3]!.use(source, { forms: 1 })));
  const found = loads.map(({ forms }) => laneOf(forms));
  expect(found.filter((lane) => lane !== 'slow')).toHaveLength(60);
});

test('with RATE_LIMIT off, where all visitors may have one address, everybody is calm', async () => {
  const shares = createShares(await freshStore(), readSettings({ RATE_LIMIT: 'off' }));
  expect(
    (
      await lanes(
        shares,
        many(200, () => from('192.0.2.1')),
      )
    ).calm,
  ).toBe(200);
});

test('who is calm always finds a place that nobody else could take, and no lane more than there are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 100_000 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 6, max: 1000 }),
      (capacity, calm, load) => {
        expect(placesFor(calm, capacity)).toBe(capacity);
        expect(placesFor(load, capacity)).toBeLessThan(capacity);
        expect(placesFor(load + 100, capacity)).toBeLessThanOrEqual(placesFor(load, capacity));
        expect(placesFor(load, capacity)).toBeGreaterThan(0);
      },
    ),
  );
});
