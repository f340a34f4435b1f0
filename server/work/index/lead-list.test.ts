import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leadSorts } from '../../../contract/desk/lead-facts.ts';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import type { Store } from '../../store/store.ts';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import { indexLeads } from './lead-index.ts';
import { addLeads, noon, setUpIndex, testIndexer, type TestLead } from './index.testing.ts';
import { countLeads, findLeadPage } from './lead-list.ts';
import type { LeadListFilter } from './list-filter.ts';
import type { LeadSort } from './list-order.ts';

const all: LeadListFilter = { section: 'lead' };

async function idsOf(store: Store, filter: Partial<LeadListFilter>, sort: LeadSort = 'newest'): Promise<string[]> {
  const { rows } = await findLeadPage(store, { filter: { ...all, ...filter }, sort, limit: 100 });
  return rows.map((row) => row.lead_id);
}

const lead = fc.record(
  {
    at: fc.integer({ min: noon, max: noon + 40 }),
    kind: fc.constantFrom('contact', 'report', 'message', 'application'),
    form: fc.constantFrom('generic', 'bookademo', 'report'),
    caller: fc.constantFrom('home_cu', 'home_bad'),
    campaign: fc.constantFrom('autumn', 'spring'),
    spam: fc.boolean(),
    answers: fc.record({ name: fc.constantFrom('Ada', 'Zoë', 'ada', 'Émile'), phone: fc.constantFrom('+39 02 1234', '+44 20 7946', '') }),
  },
  { requiredKeys: ['at'] },
) as fc.Arbitrary<TestLead>;

const filter = fc.record(
  {
    section: fc.constantFrom('lead', 'message', 'application'),
    form: fc.constantFrom('generic', 'bookademo'),
    caller: fc.constantFrom('home_cu', 'home_bad', 'nowhere'),
    campaign: fc.constantFrom('autumn', 'spring'),
    country: fc.constantFrom('IT', 'GB'),
    spam: fc.boolean(),
    since: fc.integer({ min: noon, max: noon + 40 }),
    until: fc.integer({ min: noon, max: noon + 40 }),
    search: fc.constantFrom('zoe', 'EMIL', '1234', 'a', 'lo'),
  },
  { requiredKeys: ['section'] },
) as fc.Arbitrary<LeadListFilter>;

const ownFilter = fc.oneof(
  filter,
  fc.record(
    { section: fc.constant('lead'), owner: fc.constantFrom('ada', 'zoe', 'nobody'), form: fc.constantFrom('generic', 'report') },
    { requiredKeys: ['section', 'owner'] },
  ),
  fc.record(
    { section: fc.constant('lead'), state: fc.constantFrom('won', 'new'), search: fc.constant('zoe') },
    { requiredKeys: ['section', 'state'] },
  ),
) as fc.Arbitrary<LeadListFilter>;

const few = fc.integer({ min: 1, max: 30 });
const bounds = fc.record({ near: few, nearApart: few, midway: few, far: few, sorted: few });

const worked = { state: 'won', lost_reason: null, version: 1, stage: null } as const;

function fitsByHand(
  { section, search, since = 0, until = Infinity, spam = false, ...columns }: LeadListFilter,
  row: LeadIndexRow,
): boolean {
  const at = Math.floor(row.pos / 1024);
  const kindFits = section === 'lead' ? ['contact', 'report'].includes(row.kind) : row.kind === section;
  const words = row.text.split(/\s+/);
  const found =
    search === undefined || words.some((word) => (search.length > 2 ? word.includes(search.toLowerCase()) : word.startsWith(search)));
  const same = Object.entries(columns).every(([name, value]) => row[name as 'form'] === value);
  return kindFits && found && same && at >= since && at < until && (row.spam === 1) === spam;
}

function sorted(rows: readonly LeadIndexRow[], sort: LeadSort): LeadIndexRow[] {
  const keys = { newest: (row: LeadIndexRow) => -row.pos, oldest: (row: LeadIndexRow) => row.pos };
  if (sort === 'newest' || sort === 'oldest') return rows.toSorted((a, b) => keys[sort](a) - keys[sort](b));
  if (sort === 'changed') return rows.toSorted((a, b) => b.changed_at - a.changed_at || b.pos - a.pos);
  return rows.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || a.pos - b.pos);
}

describeOnStoresInTurn('the list of leads', 0, () => {
  test('has every lead that fits once, in order, by pages, with its count', async () => {
    const { store, add } = await setUpIndex();
    const leads = fc.sample(lead, { numRuns: 150, seed: 7 });
    for (let at = 0; at < leads.length; at += 30) await add(...leads.slice(at, at + 30));
    const rows = (await store.db.selectFrom('lead_index').selectAll().execute()) as LeadIndexRow[];
    expect(rows).toHaveLength(150);
    await fc.assert(
      fc.asyncProperty(filter, fc.constantFrom(...leadSorts), fc.integer({ min: 1, max: 60 }), async (wanted, sort, limit) => {
        const expected = sorted(
          rows.filter((row) => fitsByHand(wanted, row)),
          sort,
        ).map((row) => row.lead_id);
        expect(await countLeads(store, wanted)).toBe(expected.length);
        const forwards: string[] = [];
        const page = (cursor?: string) => findLeadPage(store, { filter: wanted, sort, cursor, limit });
        let current = await page();
        const pages = [current];
        while (current.next !== undefined) pages.push((current = await page(current.next)));
        for (const { rows: some } of pages) forwards.push(...some.map((row) => row.lead_id));
        expect(forwards).toEqual(expected);
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test('has every lead that fits once, in order, however few rows each way of looking may look at', async () => {
    const { store, indexer, add } = await setUpIndex();
    const leads = fc.sample(lead, { numRuns: 150, seed: 8 });
    const ids = await add(...leads);
    const works = ids.flatMap((id, n) =>
      n % 3 === 0 ? [{ ...worked, lead_id: id, owner: n % 2 === 0 ? 'ada' : 'zoe', changed_at: noon + (n % 7) }] : [],
    );
    await store.db.insertInto('lead_work').values(works).execute();
    await store.begin((tx) => indexLeads(tx, store.dialect, { ids, told: false }));
    await indexer.takeIn();
    const rows = (await store.db.selectFrom('lead_index').selectAll().execute()) as LeadIndexRow[];
    const asked = fc.record({ wanted: ownFilter, sort: fc.constantFrom(...leadSorts), limit: fc.integer({ min: 1, max: 20 }), bounds });
    await fc.assert(
      fc.asyncProperty(asked, async ({ wanted, sort, limit, bounds: own }) => {
        const expected = sorted(
          rows.filter((row) => fitsByHand(wanted, row)),
          sort,
        ).map((row) => row.lead_id);
        const found: string[] = [];
        for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
          const { rows: some, next } = await findLeadPage(store, { filter: wanted, sort, cursor, limit }, own);
          found.push(...some.map((row) => row.lead_id));
          cursor = next;
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 60, seed: 12 },
    );
  });

  test('is found by how leads came, also those that an earlier build indexed', async () => {
    const { store, add } = await setUpIndex();
    const came = { page: '/about?utm_source=news', entry: '/insights/', referrer: 'https://www.press.example/story' };
    const [id] = await add({ attribution: { ...came, utm: { source: 'news', medium: 'email', term: 'ai', content: 'head' } } }, {});
    const found = {
      page: '/about',
      entry: '/insights',
      referrer: 'press.example',
      source: 'news',
      medium: 'email',
      term: 'ai',
      content: 'head',
    };
    const look = async () => {
      for (const [name, value] of Object.entries(found)) expect([name, await idsOf(store, { [name]: value })]).toEqual([name, [id]]);
      expect(await idsOf(store, { source: 'other' })).toEqual([]);
    };
    await look();
    // As an earlier build left it.
    const none = { source: null, medium: null, term: null, content: null, referrer: null, entry: null, page: null };
    await store.db
      .updateTable('lead_index')
      .set({ ...none, terms: store.dialect === 'sqlite' ? '' : [] })
      .execute();
    for (const { lead_id: lead, facts } of await store.db.selectFrom('lead_counted').selectAll().execute()) {
      const { from, ...rest } = JSON.parse(facts) as { from: Record<string, string> };
      const { entry: _, page: __, medium: ___, term: ____, content: _____, ...before } = from;
      await store.db
        .updateTable('lead_counted')
        .set({ facts: JSON.stringify({ ...rest, from: before }) })
        .where('lead_id', '=', lead)
        .execute();
    }
    expect(await idsOf(store, { source: 'news' })).toEqual([]);
    await testIndexer(store).complete();
    await look();
    expect(
      await store.db.selectFrom('lead_days').select('received').where('dimension', '=', 'entry').where('value', '=', '/insights').execute(),
    ).toHaveLength(1);
  });

  test('pages past what arrives meanwhile: nothing twice, nothing left out', async () => {
    const { store, add } = await setUpIndex();
    const ids = await add(...Array.from({ length: 25 }, (_, n) => ({ at: noon + 7 * n })));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await findLeadPage(store, { filter: all, sort: 'newest', cursor, limit: 4 });
      seen.push(...page.rows.map((row) => row.lead_id));
      cursor = page.next;
      await add({ at: noon + 10_000 + seen.length });
    } while (cursor !== undefined);
    expect(seen).toEqual(ids.toReversed());
  });

  test('a hundred of one millisecond each have their place', async () => {
    const { store, add } = await setUpIndex();
    const ids = await add(...Array.from({ length: 100 }, () => ({ at: noon })));
    expect((await idsOf(store, {}, 'oldest')).toSorted()).toEqual(ids.toSorted());
  });

  test('leads of before there was an index are taken in, and none twice', async () => {
    const { store, indexer } = await setUpIndex();
    const ids = await addLeads(
      store,
      Array.from({ length: 60 }, (_, n) => ({ at: noon + n })),
    );
    await store.db.updateTable('lead_events').set({ pending: null }).execute();
    await indexer.takeIn();
    expect(await idsOf(store, {})).toEqual([]);
    await indexer.complete();
    await indexer.complete();
    expect(await idsOf(store, {})).toEqual(ids.toReversed());
  });

  test('a cursor that is none, or of another order, begins anew', async () => {
    const { store, add } = await setUpIndex();
    await add({}, {}, {});
    const { next } = await findLeadPage(store, { filter: all, sort: 'name', limit: 1 });
    for (const cursor of ['nonsense', Buffer.from('[1]').toString('base64url'), next!]) {
      expect((await findLeadPage(store, { filter: all, sort: 'newest', cursor, limit: 9 })).rows).toHaveLength(3);
    }
  });
});
