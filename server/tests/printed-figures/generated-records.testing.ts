// Eight track records as files that the import reads, made by a seeded generator. Nothing here comes from the code that computes figures.

/** One line of a record: its day (ISO), then the numbers of the portfolio and its benchmarks; null before a benchmark begins. */
export type Row = { day: string; values: readonly (number | null)[] };

export type GeneratedRecord = {
  id: string;
  group: 'website' | 'cognitive';
  frequency: 'daily' | 'calendar' | 'monthly';
  name: string;
  subName: string;
  benchmarks: readonly string[];
  /** Weekdays without a value, which the file names. */
  closed: readonly string[];
  /** What the file states of the figures, by the names that files have for it. */
  stated: Readonly<Record<string, string>>;
  /** The values, or where the file has returns what they link to. */
  rows: readonly Row[];
  file: string;
};

/** The reporting dates that are walked. */
export const reportingDates: readonly string[] = [
  '2009-12-31', // the first day with data, of one record
  '2010-01-29',
  '2010-12-31', // a year after it
  '2012-02-29',
  '2016-02-29',
  '2019-12-31',
  '2020-02-29', // a Saturday
  '2020-12-31',
  '2021-01-04', // the first trading day of a year
  '2022-01-31', // ten months after the first day of a record
  '2023-02-28',
  '2023-09-30', // a Saturday
  '2023-12-31', // a Sunday
  '2024-02-29',
  '2024-03-31', // Easter Sunday
  '2024-06-28', // the first day of a record; a weekend ends the month
  '2024-11-14',
  '2024-12-31',
  '2025-01-31',
  '2025-06-30',
];

const END = '2025-06-30';

export function generatedRecords(): GeneratedRecord[] {
  return given.map(make);
}

type Made = Pick<GeneratedRecord, 'id' | 'name' | 'benchmarks'> & {
  from: string;
  to: string;
  base: number;
  group?: GeneratedRecord['group'];
  frequency?: GeneratedRecord['frequency'];
  kind?: 'values' | 'returns';
  closed?: readonly string[];
  /** Mean and largest size of a period's move. */
  drift?: number;
  size?: number;
  /** The first day of the second benchmark. */
  late?: string;
  /** Dates as 31/12/2014 and numbers as 1.234,50. */
  european?: boolean;
  /** What is stated otherwise than of most. */
  stated?: Readonly<Record<string, string>>;
};

const STATED = {
  currency: 'EUR',
  returns: 'net',
  'management-fee': '1.5%',
  'performance-fee': 'none',
  'transaction-costs': 'charged',
  'custody-fee': 'charged',
  results: 'actual',
  'for-whom': 'Professional clients',
  domicile: 'Italy',
  'dealing-days': 'Every business day in Milan',
};

function statedOfBenchmark(index: number): Record<string, string> {
  const name = index === 0 ? 'benchmark' : 'benchmark2';
  const values = { kind: 'index', return: 'total', currency: 'EUR', hedged: 'unhedged' };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}-${key}`, value]));
}

const months = { frequency: 'monthly', size: 0.02 } as const;
const given: readonly Made[] = [
  { id: 'fifteen-years', name: 'Long Growth', from: '2009-12-31', to: END, benchmarks: ['World Shares'], drift: 0.0009, base: 100 },
  { id: 'daily', name: 'Daily Balance', from: '2018-12-31', to: END, benchmarks: ['Euro Bonds'], base: 87.31 },
  {
    id: 'monthly',
    name: 'Monthly Income',
    from: '2017-06-30',
    to: '2025-03-31',
    benchmarks: ['Cash Rate'],
    base: 1,
    ...months,
    kind: 'returns',
    drift: 0.004,
  },
  { id: 'five-months', name: 'New Start', from: '2024-06-28', to: '2024-11-29', benchmarks: ['Small Shares'], base: 1000 },
  {
    id: 'with-gaps',
    name: 'Closed Days',
    from: '2019-10-15',
    to: END,
    benchmarks: ['Asian Shares'],
    drift: -0.0002,
    base: 253.7,
    closed: ['2020-03-10', '2021-10-13', '2021-10-14', '2022-03-15', '2024-11-13', '2024-11-14'],
  },
  {
    id: 'no-benchmark',
    name: 'Every Day',
    from: '2021-03-14',
    to: END,
    benchmarks: [],
    base: 41.77,
    frequency: 'calendar',
    size: 0.03,
  },
  {
    id: 'two-benchmarks',
    name: 'Two Yardsticks',
    group: 'cognitive',
    from: '2015-09-30',
    to: END,
    base: 512.9,
    benchmarks: ['Global Shares', 'Inflation Linked'],
    late: '2017-05-02',
    stated: { results: 'simulated', 'actual-since': '2018-03-01', 'performance-fee': '20%' },
  },
  {
    id: 'dollars',
    name: 'Dollar Reserve',
    group: 'cognitive',
    from: '2014-12-31',
    to: END,
    benchmarks: ['Treasury Notes'],
    base: 1234.5,
    ...months,
    drift: 0.003,
    european: true,
    stated: { currency: 'USD', 'benchmark-currency': 'USD' },
  },
];

function make(made: Made): GeneratedRecord {
  const { id, name, benchmarks, from, to, base, group = 'website', frequency = 'daily', kind = 'values', closed = [] } = made;
  const days = daysBetween(from, to).filter((day) => hasValue(day, frequency) && !closed.includes(day) && !isBankHoliday(day, closed));
  const random = seeded(id);
  const lines = [name, ...benchmarks].map((_, line) => texts(days, made, { random, since: line === 2 ? (made.late ?? from) : from }));
  const rows = days.map((day, t) => ({ day, values: lines.map((line) => (line[t] === '' ? null : Number(line[t]))) }));
  const written = (text: string) => (kind === 'returns' && text !== '' ? `${text}%` : made.european ? text.replace('.', ',') : text);
  const stated = Object.assign({ ...STATED }, ...benchmarks.map((_, index) => statedOfBenchmark(index)), made.stated) as Record<
    string,
    string
  >;
  const notes = {
    id,
    group,
    name,
    'short-name': name,
    'sub-name': 'Rules',
    description: 'It follows rules.',
    kind,
    ...stated,
    ...(closed.length > 0 && { closed: closed.join(', ') }),
  };
  const separator = made.european ? ';' : ',';
  const table = days.map((day, t) => [made.european ? european(day) : day, ...lines.map((line) => written(line[t] ?? ''))]);
  const file = [
    ...Object.entries(notes).map(([key, value]) => `# ${key}: ${value}`),
    ['date', 'portfolio', ...benchmarks].join(separator),
    ...table.map((cells) => cells.join(separator)),
    '',
  ].join('\n');
  return {
    id,
    group,
    frequency,
    name,
    subName: 'Rules',
    benchmarks,
    closed,
    stated,
    rows: kind === 'values' ? rows : linked(rows, base),
    file,
  };
}

type Line = { random: () => number; since: string };

/** The cells of a line: its values with two decimals, or its returns in percent with three. */
function texts(days: readonly string[], { base, drift = 0.0003, size = 0.012, kind }: Made, { random, since }: Line): string[] {
  let value = base;
  return days.map((day) => {
    const move = drift + (random() + random() + random() - 1.5) * (size / 1.5);
    if (day < since) return '';
    const first = value === base && day === days.find((one) => one >= since);
    if (kind === 'returns') return first ? '' : (move * 100).toFixed(3);
    if (!first) value *= 1 + move;
    return value.toFixed(2);
  });
}

function linked(rows: readonly Row[], base: number): Row[] {
  const values = rows[0]!.values.map(() => base);
  return rows.map(({ day, values: returns }) => {
    returns.forEach((one, line) => (values[line]! *= one === null ? 1 : 1 + one / 100));
    return { day, values: [...values] };
  });
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}

function hasValue(day: string, frequency: GeneratedRecord['frequency']): boolean {
  const date = new Date(day);
  if (frequency === 'calendar') return true;
  if (frequency === 'daily') return date.getUTCDay() % 6 !== 0;
  return new Date(date.getTime() + 86_400_000).getUTCMonth() !== date.getUTCMonth();
}

/** The record with gaps has no value where every market is closed; the others have one. */
function isBankHoliday(day: string, closed: readonly string[]): boolean {
  return closed.length > 0 && /-(01-01|12-25)$/.test(day);
}

function european(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** Numbers from 0 to 1, the same ones for the same name (mulberry32). */
function seeded(name: string): () => number {
  let state = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
