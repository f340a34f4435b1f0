/** The metadata lines at the top of a file, as `# key: value`. */
const said = { id: 'global-balanced', name: 'Global Balanced', kind: 'values' };

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

const lines = [...Object.entries(said).map(([key, value]) => `# ${key}: ${value}`), ...table.map((cells) => cells.join(','))];

/** A complete track record file, as an example and a template; the import's test reads it. */
export const exampleRecord = { name: `${said.id}.csv`, text: `${lines.join('\n')}\n`, firstLines: lines.slice(0, 6).join('\n') };
