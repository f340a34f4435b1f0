import { expect, test } from 'vitest';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import { termsOf } from '../../leads/index-terms.ts';

const row = {
  form: 'generic',
  caller: 'home_cu',
  campaign: 'autumn',
  country: 'IT',
  verified: 1,
  spam: 0,
  owner: 'ada',
  text: '',
} as LeadIndexRow;
const application = { position: 'Analyst', stage: 'interview', scan: 'clean', rating: 450, state: 'new' } as const;
const lead = { position: null, stage: null, scan: null, rating: null, state: 'contacted' } as const;

/** Terms that an earlier build stored. If the index of a facet changed, that build's leads would not be found any more. */
const stored = {
  contact: [1217643540, -373114908, -2138333958, -622005837, 1432745419, -1782836934, -958109064, 1605940927, -1117888612, -890818570],
  application: [859100092, -373114908, -2138333958, -622005837, 1432745419, -1782836934, -958109064, -1698724060, -1117888612, -890818570],
};
const alone = { contact: [-901022974], application: [2083895339, 1623993048, -1826819509, 1373724855] };

test('codes of how leads came stay as they were stored', () => {
  const came = { source: 'a', medium: 'a', term: 'a', content: 'a', referrer: 'a', entry: 'a', page: 'a' };
  const codes = String(termsOf('sqlite', { ...row, ...lead, kind: 'contact', ...came }, '').terms);
  const places = Array.from(codes, (character) => character.codePointAt(0)! - 0xe000).filter((place, at) => at % 3 === 0 && place >= 128);
  expect(places).toEqual([128, 129, 130, 131, 132, 133, 134]);
});

test.each([
  ['contact', lead],
  ['application', application],
] as const)('what an earlier build stored of a %s is found by what staff keep of it', (kind, kept) => {
  const now = termsOf('postgres', { ...row, ...kept, kind }, '').terms;
  expect(now).toEqual(expect.arrayContaining([...stored[kind], ...alone[kind]]));
});
