/** The metadata lines at the top of a file, as `# key: value`. */
const said = { id: 'global-balanced', name: 'Global Balanced', kind: 'values' };

/** As they are written in a file; the import's test reads them. */
const stated = {
  currency: 'EUR',
  returns: 'net',
  'management-fee': '1.5%',
  'performance-fee': 'none',
  'transaction-costs': 'charged',
  'custody-fee': 'charged',
  results: 'back-tested',
  'actual-since': '2024-08-30',
  'benchmark-kind': 'index',
  'benchmark-return': 'total',
  'benchmark-currency': 'EUR',
  'benchmark-hedged': 'unhedged',
  'benchmark2-kind': 'blend',
  'benchmark2-weights': '85% World Equity, 15% Euro Bonds',
  'benchmark2-return': 'net total',
  'benchmark2-currency': 'EUR',
  'benchmark2-hedged': 'hedged',
  'for-whom': 'Professional clients',
  domicile: 'Italy',
  'dealing-days': 'The last business day of a month',
};

const table = [
  ['date', 'portfolio', 'Euro Bonds', 'World Equity'],
  ['2024-06-28', '100', '100', '100'],
  ['2024-07-31', '101.24', '100.92', '101.68'],
  ['2024-08-30', '102.35', '101.4', '104.1'],
  ['2024-09-30', '103.1', '102.61', '105.77'],
  ['2024-10-31', '102.48', '101.75', '104.92'],
  ['2024-11-29', '104.06', '103.2', '109.3'],
  ['2024-12-31', '103.71', '102.44', '106.85'],
];

const notes = Object.entries({ ...said, ...stated }).map(([key, value]) => `# ${key}: ${value}`);
const rows = table.map((cells) => cells.join(','));

/** A complete track record file, as an example and a template; the import's test reads it. */
export const exampleRecord = {
  name: `${said.id}.csv`,
  text: `${[...notes, ...rows].join('\n')}\n`,
  excerpt: [...notes.slice(0, 6), '…', ...rows.slice(0, 3)],
};
