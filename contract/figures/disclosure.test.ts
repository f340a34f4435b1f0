import { describe, expect, test } from 'vitest';
import { knownDay } from './days.ts';
import { disclosureFields, readDisclosure, type Disclosure, type DisclosureKey } from './disclosure.ts';
import { disclosed } from './disclosure.testing.ts';
import { commonCostWords, costWords, disclosureTerms, isNet, resultsOn } from './disclosure-words.ts';

const days = Int32Array.from(['2024-01-31', '2024-02-29', '2024-03-29'], (day) => knownDay(day));
const record = { days, benchmark: 'Bonds', benchmark2: '' };
const read = (given: Disclosure, former?: Disclosure, of = record) => readDisclosure((key) => given[key], of, former);
const faults = (given: Disclosure) => read({ ...disclosed, ...given }).faults.map(({ key, text }) => `${key}: ${text}`);

describe('what is stated of a record', () => {
  test('is all required, but for the day of a change and the weights of what is no blend', () => {
    const optional: DisclosureKey[] = ['actual_since', 'benchmark_weights'];
    const owed = disclosureFields.filter(({ key, of }) => of !== 'benchmark2' && !optional.includes(key)).map(({ key }) => key);
    expect(read({}).faults.map(({ key }) => key)).toEqual(owed);
    expect(read({}).faults[0]?.text).toBe('it is not stated: write a currency, such as EUR');
    expect(read({}, undefined, { ...record, benchmark: '' }).faults.some(({ key }) => key.startsWith('benchmark'))).toBe(false);
    expect(faults({ benchmark_kind: 'blend' })).toEqual(['benchmark_weights: it is not stated: write 60% World Equity, 40% Euro Bonds']);
  });

  test.each<[string, Disclosure, Disclosure]>([
    ['in capitals or not', { currency: 'chf', returns: 'NET' }, { currency: 'CHF', returns: 'net' }],
    [
      'with hyphens or not',
      {
        results: 'Back tested',
        transaction_costs: 'left-out',
        custody_fee: 'none',
        management_fee: 'Left Out',
        returns: 'gross',
        benchmark_kind: 'own-model',
      },
      { results: 'back-tested', transaction_costs: 'left out', benchmark_kind: 'own model' },
    ],
    ['with a decimal comma', { management_fee: '1,50 %' }, { management_fee: '1.5%' }],
    ['with spaces', { for_whom: '  Family \n offices ' }, { for_whom: 'Family offices' }],
  ])('is read as people write it, %s', (_, given, stored) => {
    const { disclosure, faults: none } = read({ ...disclosed, ...given });
    expect([disclosure, none]).toMatchObject([stored, []]);
  });

  test.each<[Disclosure, string]>([
    [{ currency: 'EURO' }, "currency: 'EURO' is not understood: write a currency, such as EUR"],
    [{ management_fee: '0%' }, "management_fee: '0%' is not understood: write charged, none or left out, or 1.5% where it is modelled"],
    [{ benchmark_kind: 'blend', benchmark_weights: '50% A, 40% B' }, "benchmark_weights: '50% A, 40% B' is not understood"],
    [{ management_fee: 'left out' }, 'returns: net returns have these in them: management-fee. Write gross, or how each is in them'],
    [{ returns: 'gross' }, 'returns: gross returns leave out the management or the performance fee'],
    [
      { results: 'simulated', custody_fee: 'none' },
      'transaction_costs: nothing was charged where results are simulated: write the percentage',
    ],
    [{ actual_since: '2024-02-29' }, 'actual_since: an actual record is so from its first day: leave it out'],
    [{ results: 'simulated', actual_since: '2024-01-31' }, 'actual_since: the record begins then or later'],
    [
      { results: 'simulated', actual_since: '2024-03-01' },
      'actual_since: 2024-03-01 is no day of the record: write 2024-02-29 or 2024-03-29',
    ],
    [
      { results: 'simulated', actual_since: '2025-03-01' },
      'actual_since: 2025-03-01 is no day of the record: write 2024-03-29, its last one',
    ],
  ])('is refused with what to write: %j', (given, words) => {
    expect(faults(given)).toEqual([expect.stringContaining(words)]);
  });

  test('holds until something else is stated, the day of the change together with what changes', () => {
    const former = { ...disclosed, results: 'back-tested', actual_since: '2024-02-29' };
    expect(read({}, former).disclosure).toMatchObject({ results: 'back-tested', actual_since: '2024-02-29', currency: 'EUR' });
    expect(read({ results: 'actual' }, former)).toMatchObject({ disclosure: { results: 'actual' }, faults: [] });
  });
});

describe('in words', () => {
  const gross: Disclosure = { ...disclosed, returns: 'gross', management_fee: 'left out', performance_fee: 'left out' };

  test('returns are net of costs and fees only where all are in them', () => {
    expect([costWords(disclosed), isNet(disclosed)]).toEqual(['net of costs and fees', true]);
    expect(costWords({ ...disclosed, custody_fee: 'left out' })).toBe('net, before custody fee');
    expect([costWords(gross), isNet(gross)]).toEqual(['gross, before management fee and performance fee', false]);
    expect(costWords({ ...gross, transaction_costs: 'left out', custody_fee: 'left out' })).toBe('before costs and fees');
    expect([costWords(undefined), isNet(undefined)]).toEqual(['costs and fees not stated', false]);
    expect([commonCostWords([disclosed, disclosed]), commonCostWords([disclosed, gross])]).toEqual(['net of costs and fees', undefined]);
  });

  test('results are what they were on the day', () => {
    const changed = { ...disclosed, results: 'simulated', actual_since: '2024-02-29' };
    expect(['2024-02-29', '2024-03-01'].map((day) => resultsOn(changed, day))).toEqual(['simulated', 'actual']);
    expect([resultsOn(disclosed, '2024-01-01'), resultsOn(undefined, '2024-01-01')]).toEqual(['actual', undefined]);
  });

  test('every term has its place, and one that is not stated says so', () => {
    const names = { benchmark: 'Bonds', benchmark2: 'Mix' };
    const changed: Disclosure = {
      ...disclosed,
      results: 'back-tested',
      actual_since: '2024-02-29',
      benchmark2_kind: 'blend',
      benchmark2_weights: '60% A, 40% B',
    };
    expect(disclosureTerms(changed, names)).toEqual([
      { term: 'Currency', words: 'EUR' },
      { term: 'Returns', words: 'Net of costs and fees' },
      {
        term: 'Costs and fees',
        words: 'Management fee modelled at 1.5% a year, performance fee none, trading costs as charged, custody fee as charged',
      },
      { term: 'Results', words: 'Back-tested to 29 February 2024, actual since' },
      { term: 'Benchmark', words: 'Bonds: index, total return, EUR, unhedged' },
      { term: 'Second benchmark', words: 'Mix: blend of 60% A, 40% B, total return, EUR, hedged' },
      { term: 'For whom', words: 'Professional clients' },
      { term: 'Domicile of the method', words: 'Italy' },
      { term: 'Dealing days', words: 'Every business day in Milan' },
    ]);
    const unstated = disclosureTerms(undefined, { benchmark: 'Bonds', benchmark2: null });
    expect(unstated.map(({ words }) => words)).toEqual(Array.from({ length: 8 }, () => 'not stated'));
  });
});
