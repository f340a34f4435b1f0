import { disclosureNoteKeys, type Disclosure } from './disclosure.ts';

/** All that can be stated of a record with two benchmarks; of one with fewer, the rest is ignored. */
export const disclosed: Disclosure = {
  currency: 'EUR',
  returns: 'net',
  management_fee: '1.5%',
  performance_fee: 'none',
  transaction_costs: 'charged',
  custody_fee: 'charged',
  results: 'actual',
  benchmark_kind: 'index',
  benchmark_return: 'total',
  benchmark_currency: 'EUR',
  benchmark_hedged: 'unhedged',
  benchmark2_kind: 'index',
  benchmark2_return: 'total',
  benchmark2_currency: 'EUR',
  benchmark2_hedged: 'hedged',
  for_whom: 'Professional clients',
  domicile: 'Italy',
  dealing_days: 'Every business day in Milan',
};

/** The same disclosure by the names of its fields in files and options. */
export const disclosedNotes: Readonly<Record<string, string>> = Object.fromEntries(
  disclosureNoteKeys.flatMap((key) => {
    const value = disclosed[key.replaceAll('-', '_') as keyof Disclosure];
    return value === undefined ? [] : [[key, value]];
  }),
);

/** The same disclosure as lines of a file. */
export const disclosedLines: readonly string[] = Object.entries(disclosedNotes).map(([key, value]) => `# ${key}: ${value}`);
