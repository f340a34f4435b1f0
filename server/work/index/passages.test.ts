import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import { propertyRuns } from '../../testing/property-runs.testing.ts';
import { addNote } from '../lead-work.ts';
import { setUpIndex } from './index.testing.ts';
import { countLeads, findLeadPage, listBounds } from './lead-list.ts';
import { findPassages, passageIn } from './passages.ts';
import { wordNeedlesOf } from './search-text.ts';

const message = 'We hold Ümit’s benchmark-hedged bonds since 2019.\nCould you explain the half-life of the alpha, and the fees?';

test.each([
  ['benchmark', 'We hold Ümit’s [benchmark]-hedged'],
  ['BENCH', '[benchmark]'],
  ['uemit', '[Ümit]’s'],
  ['half-life', 'the [half]-[life] of'],
  ['2019 fees', '[2019]. Could'],
])('%s is marked in a message', (search, expected) => {
  expect(marked(passageIn([{ of: 'message', text: message }], wordNeedlesOf(search)))).toContain(expected);
});

test('a passage is short, whole where it may be, and has what was found', () => {
  const words = fc.array(fc.constantFrom('alpha', 'ß', 'naïve', '𝒜𝓫', '—', '\n', '  ', 'fee'), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const text = [...before, 'Lovelace', ...after].join(' ');
      const passage = passageIn([{ of: 'note', text }], ['lovelace']);
      expect(passage?.parts.filter(({ hit }) => hit)).toEqual([{ text: 'Lovelace', hit: true }]);
      const shown = passage?.parts.map((part) => part.text).join('') ?? '';
      expect(shown.length).toBeLessThan(200);
      expect(text.replace(/\s+/g, ' ')).toContain(shown.replaceAll('…', '').trim());
    }),
    propertyRuns(100),
  );
});

test('of several texts, the one with most of the words is shown', () => {
  const texts = [
    { of: 'message', text: 'the fees' },
    { of: 'note', text: 'asked for fees of alpha' },
  ] as const;
  expect(passageIn(texts, ['alpha', 'fees'])?.of).toBe('note');
  expect(passageIn(texts, ['nothing'])).toBeUndefined();
});

describeOnStoresInTurn('a search looks into what visitors wrote and staff noted', 0, () => {
  const ways = [
    { sort: 'newest', ...listBounds },
    { sort: 'newest', ...listBounds, near: 1, nearApart: 1, midway: 1 },
    { sort: 'name', ...listBounds, near: 1, nearApart: 1 },
  ] as const;

  test.each(ways)('and says where it was found: $sort, $near', async ({ sort, ...bounds }) => {
    const { store, indexer, add } = await setUpIndex();
    const others = Array.from({ length: 4 }, (_, n) => ({ answers: { name: `Other${n}`, email: `o${n}@example.com`, message: 'Fees?' } }));
    await add(...others);
    const [wrote, noted] = await add({ answers: { name: 'Grace', surname: 'Hopper', message } }, { answers: { name: 'Ada' } });
    await add({ answers: { name: 'Benchmark', email: 'b@example.com' } }, ...others);
    const note = { id: noted!, text: 'Called: asks for the Sharpe ratio', mentions: [], actor: 'account', at: Date.now() };
    await store.begin((tx) => addNote(tx, note));
    await indexer.takeIn();
    const find = async (search: string) => {
      const filter = { section: 'lead', search } as const;
      const { rows } = await findLeadPage(store, { filter, sort, limit: 3 }, bounds);
      expect([search, await countLeads(store, filter)]).toEqual([search, rows.length]);
      const passages = await findPassages(store.db, rows, search);
      return rows.map(({ lead_id: id }) => [id, passages.get(id)?.of]);
    };
    expect(await find('sharpe rat')).toEqual([[noted, 'note']]);
    expect(await find('grace alpha of')).toEqual([[wrote, 'message']]);
    expect(await find('hopper')).toEqual([[wrote, undefined]]);
    expect(await find('chmark-hedged')).toEqual([]);
    const named = await find('benchmark');
    expect(named).toHaveLength(2);
    expect(named).toContainEqual([wrote, 'message']);

    await store.db.deleteFrom('leads').where('id', '=', wrote!).execute();
    expect(await find('half-life')).toEqual([]);
  });

  test('and a lead that an earlier build indexed gets its words at the next start', async () => {
    const { store, indexer, add } = await setUpIndex();
    const [id] = await add({ answers: { message } });
    await store.db.updateTable('lead_index').set({ words: null }).execute();
    const found = async () =>
      (await findLeadPage(store, { filter: { section: 'lead', search: 'bonds' }, sort: 'newest', limit: 3 })).rows.map(
        (row) => row.lead_id,
      );
    expect(await found()).toEqual([]);
    await indexer.complete();
    expect(await found()).toEqual([id]);
  });
});

function marked(passage: ReturnType<typeof passageIn>): string {
  return passage?.parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('') ?? '';
}
