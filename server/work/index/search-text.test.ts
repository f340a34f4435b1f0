import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import { setUpIndex } from './index.testing.ts';
import { findLeadPage } from './lead-list.ts';
import { fold, needlesOf, searchText } from './search-text.ts';
import { propertyRuns } from '../../testing/property-runs.testing.ts';

const jurgen = {
  name: 'Jürgen',
  surname: 'Weiß-Łukasiewicz',
  email: 'J.Weiss+fonds@vermögen.example',
  phone: '+49 (0)30 1234-5678',
  company: 'J.P. Möller & Søn’s Crème',
  role: 'Other: Head of Research',
};

const remembered = [
  'jurgen',
  'JÜRGEN',
  'juergen',
  'weiss',
  'Weiß',
  'lukas',
  'j.weiss',
  'fonds@verm',
  'vermögen.example',
  'möller',
  'moeller',
  'jp',
  'j.p. mol',
  "son's",
  'sons creme',
  'head research',
  'research jür weis',
  '030 1234 5678',
  '+49 30 12345678',
  '0049 (0)30 1234 5678',
  '1234-5678',
  '12345',
  '+49 30',
  'j',
  'ju w',
];
const others = ['anna', 'jurgen anna', '030 1234 5679', 'urg en anna', 'x', 'wz', 'lovelace'];

test.each(remembered)('%s finds it', (search) => {
  const text = searchText(jurgen);
  expect(needlesOf(search).filter((needle) => !text.includes(needle))).toEqual([]);
});

test.each(others)('%s does not', (search) => {
  const text = searchText(jurgen);
  expect(needlesOf(search).filter((needle) => !text.includes(needle))).not.toEqual([]);
});

const word = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('O’Brien', 'Ümit', 'de la Cruz', '3M'));

test('any part of three letters and more of any word finds it, in any case', () => {
  fc.assert(
    fc.property(word, word, fc.nat(), fc.nat(), (name, company, from, length) => {
      const text = searchText({ name, company });
      for (const one of `${name} ${company}`.split(/\s+/)) {
        const letters = Array.from(fold(one));
        const start = from % Math.max(1, letters.length);
        const part = letters.slice(start, start + 3 + (length % 5)).join('');
        if (/^\+?[\d\s()./-]+$/.test(part) || Array.from(fold(part)).length < 3 || /\s/.test(part)) continue;
        for (const needle of needlesOf(part.toUpperCase().toLowerCase())) expect(text).toContain(needle);
      }
    }),
    { ...propertyRuns(200), seed: 5 },
  );
});

test('a letter is the same in capitals, in small ones, and once it is folded', () => {
  const different: string[] = [];
  for (let code = 0; code < 0xd800; code += 1) {
    const letter = String.fromCharCode(code);
    const folded = fold(letter);
    const others = [folded, letter.toUpperCase(), letter.toLowerCase(), letter.toUpperCase().toLowerCase()];
    if (others.some((other) => fold(other) !== folded)) different.push(letter);
  }
  expect(different).toEqual([]);
});

test('what nobody can search by asks for nothing', () => {
  expect([needlesOf(''), needlesOf('  '), needlesOf('( )')]).toEqual([[], [], []]);
  expect(needlesOf(Array.from({ length: 30 }, (_, n) => `word${n}x`).join(' '))).toHaveLength(8);
});

describeOnStoresInTurn('a search', 1, () => {
  test('finds by whatever is remembered, and nobody else', async () => {
    const { store, add } = await setUpIndex();
    const [id] = await add({ answers: jurgen }, { answers: { name: 'Anna', email: 'anna@example.com' } });
    const found = async (search: string) =>
      (await findLeadPage(store, { filter: { section: 'lead', search }, sort: 'newest', limit: 9 })).rows.map((row) => row.lead_id);
    for (const search of remembered) expect([search, await found(search)]).toEqual([search, [id]]);
    for (const search of others.filter((one) => !/^(anna|lovelace)$/.test(one)))
      expect([search, await found(search)]).toEqual([search, []]);
    for (const search of ['"', "' or 1=1 --", '%', '_', 'a"b"c', '\\', 'AND', 'NOT x*']) expect(await found(search)).toEqual([]);
  });

  test('finds a lead as it is now, and no longer once it is gone', async () => {
    const { store, add } = await setUpIndex();
    const [id] = await add({ answers: jurgen });
    const count = async (search: string) =>
      (await findLeadPage(store, { filter: { section: 'lead', search }, sort: 'newest', limit: 9 })).rows.length;
    expect(await count('jurgen')).toBe(1);
    await store.db.deleteFrom('leads').where('id', '=', id!).execute();
    expect(await count('jurgen')).toBe(0);
    expect(await store.db.selectFrom('lead_index').select('pos').execute()).toEqual([]);
  });
});
