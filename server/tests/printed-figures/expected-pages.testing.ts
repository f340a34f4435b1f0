import { drawn, type Expected, type Line, type Period } from './expected-figures.testing.ts';
import { claimsOf, ratesWithin, type RiskFree } from './expected-rates.testing.ts';
import { apart, change, eitherDate, label, longDate, shortDate, signed, size, type Claim } from './printed.testing.ts';

// What the cards and the details of a portfolio print, in the order in which they print it.

type Row = {
  key: keyof Line;
  label: string;
  print: (value: number | null) => string;
  relative?: true;
  onCard?: true;
  inRisk?: true;
  inLine?: true;
};

/** The figures of a portfolio as they are listed. Those that are relative to a benchmark have no figure of the portfolio’s own. */
export const figureRows: readonly Row[] = [
  { key: 'total', label: 'Total net return', print: change, onCard: true },
  { key: 'net', label: 'Annualized net return', print: change, onCard: true },
  { key: 'volatility', label: 'Volatility', print: size, inRisk: true },
  { key: 'drawdown', label: 'Maximum drawdown', print: change, inRisk: true },
  { key: 'sharpe', label: 'Sharpe ratio', print: signed, onCard: true, inRisk: true },
  { key: 'sortino', label: 'Sortino ratio', print: signed, inRisk: true, inLine: true },
  { key: 'excess', label: 'Excess return', print: change, relative: true },
  { key: 'trackingError', label: 'Tracking error', print: size, relative: true, inRisk: true },
  { key: 'informationRatio', label: 'Information ratio', print: signed, relative: true, inRisk: true },
  { key: 'beta', label: 'Beta', print: signed, relative: true, inRisk: true, inLine: true },
  { key: 'alpha', label: 'Jensen’s alpha', print: change, relative: true, inRisk: true, inLine: true },
  { key: 'correlation', label: 'Correlation', print: signed, relative: true, inRisk: true, inLine: true },
  { key: 'upCapture', label: 'Up capture', print: size, relative: true, inRisk: true, inLine: true },
  { key: 'downCapture', label: 'Down capture', print: size, relative: true, inRisk: true, inLine: true },
];

export function printedFigure(row: Row, line: Line | undefined): string {
  return row.print(line?.[row.key] ?? null);
}

export function namesOf({ record }: Expected): string[] {
  return [record.name, ...record.benchmarks];
}

/** By annualized net return, the highest first. */
export function inOrder(all: readonly Expected[]): Expected[] {
  return all.toSorted((a, b) => b.lines[0]!.net! - a.lines[0]!.net!);
}

const EXCESS_NOTE: Claim = ['how far excess returns are rounded', '0.01'];

export function cardsPage(all: readonly Expected[], date: string): Claim[] {
  const days = eitherDate(all.map(({ asOf }) => asOf)).map((said): Claim => ['the days of all cards', said]);
  return [...days, ...inOrder(all).flatMap((one) => card(one, date))];
}

export function card(one: Expected, date: string): Claim[] {
  const { record, asOf, start, lags, lines } = one;
  const [own, ...benchmarks] = lines;
  const onCard = figureRows.filter((row) => row.onCard);
  const excess = benchmarks.filter((line) => line.excess !== null);
  const claims: Claim[] = [
    ['chip', label(lags ? asOf : date)],
    ['day', asOf],
    ['day in words', longDate(asOf)],
    ...onCard.map((row): Claim => [row.label, printedFigure(row, own)]),
    ...benchmarks.flatMap((line, index) =>
      onCard.map((row): Claim => [`${row.label} of ${record.benchmarks[index]}`, printedFigure(row, line)]),
    ),
    ...cardPeriods(one),
    ...excess.map((line): Claim => ['excess, without JavaScript', change(line.excess)]),
    ...(excess.length > 0 ? [EXCESS_NOTE] : []),
    ...stated(one),
    ...parted(one),
    ...(lags ? ([['its record ends', longDate(asOf)]] as const) : []),
    ['managed since', start],
    ['managed since, in words', longDate(start)],
  ];
  return claims.map(([where, said]) => [`${record.name}, ${where}`, said]);
}

/** All periods except the one since the start. */
function cardPeriods(one: Expected): Claim[] {
  const [trailing, ofYear] = [
    one.periods.filter(({ kind }) => !['start', '12m'].includes(kind)),
    one.periods.filter(({ kind }) => kind === '12m'),
  ];
  const row = (period: Period, said: readonly string[]): Claim[] => [
    ...said.map((words): Claim => ['period', words]),
    ...period.returns.map((value, index): Claim => [`${period.kind} to ${period.to} of ${namesOf(one)[index]}`, change(value)]),
  ];
  return [
    ...trailing.flatMap((period) => row(period, periodWords(period))),
    ...(ofYear.length > 0 ? ([['head of the periods of a year', '12']] as const) : []),
    ...ofYear.flatMap((period) => row(period, [shortDate(period.to)])),
  ];
}

/** What is stated of a record, as far as it has numbers. */
export function stated({ record }: Expected): Claim[] {
  const { 'actual-since': since, ...others } = record.stated;
  const fees = ['management-fee', 'performance-fee'].flatMap((key): Claim[] => (others[key]?.endsWith('%') ? [[key, others[key]]] : []));
  return [...fees, ...(since === undefined ? [] : ([['results change on', longDate(since)]] as const))];
}

/** The sentence on the two parts of a record. */
export function parted({ simulated }: Expected): Claim[] {
  return simulated === undefined ? [] : [['simulated to', longDate(simulated.asOf)]];
}

const IN_PART = ['total', 'net', 'sharpe', 'excess'];

/** The part that was simulated, by itself; with its years if `withYears`. */
function simulatedPart(one: Expected, withYears = false): Claim[] {
  const { simulated } = one;
  if (simulated === undefined) return [];
  const span: Claim[] = [
    ['simulated from', longDate(simulated.start)],
    ['simulated to', longDate(simulated.asOf)],
  ];
  const names = namesOf(one);
  const years = simulated.years
    .toReversed()
    .flatMap(({ year, returns }): Claim[] => [
      ['simulated year', String(year)],
      ...returns.map((value, index): Claim => [`simulated ${year} of ${names[index]}`, change(value)]),
    ]);
  return [...span, ...parted(one), ...span, ...simulatedFigures(simulated), ...(withYears ? years : [])];
}

/** The figures of a simulated part, line by line as on the page; the report has them row by row. */
function simulatedFigures(simulated: Expected): Claim[] {
  const rows = figureRows.filter(({ key }) => IN_PART.includes(key));
  return simulated.lines.flatMap((line, index) =>
    rows
      .filter((row) => index > 0 || !row.relative)
      .map((row): Claim => [`simulated ${row.label}, line ${index + 1}`, printedFigure(row, line)]),
  );
}

/** The simulated part as a table in the report. */
export function simulatedTable(one: Expected): Claim[] {
  const { simulated } = one;
  if (simulated === undefined) return [];
  const rows = figureRows.filter(({ key }) => IN_PART.includes(key));
  return [
    ['simulated from', longDate(simulated.start)],
    ['simulated to', longDate(simulated.asOf)],
    ...parted(one),
    ...rows.flatMap((row) =>
      simulated.lines
        .map((line, index): Claim => [`simulated ${row.label}, line ${index + 1}`, printedFigure(row, line)])
        .filter((_, index) => index > 0 || !row.relative),
    ),
    ...simulated.years.flatMap(({ year, returns }): Claim[] => [
      ['simulated year', String(year)],
      ...returns.map((value): Claim => [`simulated ${year}`, change(value)]),
    ]),
  ];
}

/** What a period is called, as far as it has numbers. */
function periodWords({ kind, to }: Period): string[] {
  if (kind === '12m') return ['12', longDate(to)];
  const [, years] = /^(\d+)y$/.exec(kind) ?? [];
  return years === undefined ? [] : [years];
}

export function details(one: Expected): Claim[] {
  const { record, asOf, start, lines, periods } = one;
  const excess = lines.slice(1).filter((line) => line.excess !== null);
  const claims: Claim[] = [
    ['as of', asOf],
    ['as of, in words', longDate(asOf)],
    ['managed since', start],
    ['managed since, in words', longDate(start)],
    ...lines.map((line, index): Claim => [`net return of ${namesOf(one)[index]}`, change(line.net)]),
    ...periods.flatMap((period): Claim[] => [
      ...periodWords(period).map((said): Claim => ['period', said]),
      ...period.returns.map((value, index): Claim => [`${period.kind} to ${period.to} of ${namesOf(one)[index]}`, change(value)]),
    ]),
    ...excess.map((line): Claim => ['excess return', change(line.excess)]),
    ...(excess.length > 0 ? [EXCESS_NOTE] : []),
    ...stated(one),
    ...simulatedPart(one),
  ];
  return claims.map(([where, said]) => [`details of ${record.name}, ${where}`, said]);
}

/** The full analytics, without the canvas that the chart is drawn on. */
export function analytics(one: Expected, riskFree: RiskFree): Claim[] {
  const { record, years, months } = one;
  const { days, growth, falls } = drawn(one);
  const names = namesOf(one);
  const last = days.length - 1;
  const growthAt = (t: number, digits: number) =>
    growth.map((line, index): Claim => [`growth of ${names[index]} on ${days[t]}`, apart(line[t] ?? null, digits)]);
  const ends = days.flatMap((day, t) => (days[t + 1]?.slice(0, 7) === day.slice(0, 7) ? [] : [t])).toReversed();
  const claims: Claim[] = [
    ['growth of', '100'],
    ['day', longDate(days[last]!)],
    ...growthAt(last, 1),
    ...parted(one),
    ['drawdown', change(falls[last]!, 1)],
    ...parted(one),
    ['in words: growth of', '100'],
    ['in words: first day', longDate(days[0]!)],
    ['in words: last day', longDate(days[last]!)],
    ...growthAt(last, 1),
    ['in words: deepest drawdown', change(Math.min(...one.falls))],
    ...ends.flatMap((t): Claim[] => [['day', longDate(days[t]!)], ...growthAt(t, 2), [`drawdown on ${days[t]}`, change(falls[t]!)]]),
    ...simulatedPart(one, true),
    ...risk(one),
    ...claimsOf(ratesWithin(one, riskFree)),
    ...lateNotes(one),
    ...years
      .toReversed()
      .flatMap(({ year, returns }): Claim[] => [
        ['year', String(year)],
        ...returns.map((value, index): Claim => [`${year} of ${names[index]}`, change(value)]),
      ]),
    ...years
      .toReversed()
      .flatMap(({ year, returns }): Claim[] => [
        ['year of months', String(year)],
        ...months
          .filter((month) => month.year === year)
          .map((month): Claim => [`month ${month.month} of ${year}`, signed(month.returns[0]! * 100)]),
        [`year ${year} beside its months`, signed(returns[0]! * 100)],
      ]),
  ];
  return claims.map(([where, said]) => [`analytics of ${record.name}, ${where}`, said]);
}

/** Days on which benchmarks begin that begin after the portfolio. */
export function lateNotes({ common, start }: Expected): Claim[] {
  return common.flatMap((both): Claim[] => (both === null || both.from === start ? [] : [['a benchmark begins on', longDate(both.from)]]));
}

function risk({ lines }: Expected): Claim[] {
  const rows = figureRows.filter((row) => row.inRisk);
  return rows.flatMap((row) =>
    lines.flatMap((line, index): Claim[] =>
      index === 0 && row.relative ? [] : [[`${row.label}, line ${index + 1}`, printedFigure(row, line)]],
    ),
  );
}
