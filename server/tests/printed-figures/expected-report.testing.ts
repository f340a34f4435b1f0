import { drawn, type Expected, type Period } from './expected-figures.testing.ts';
import { claimsOf, ratesWithin, type RiskFree } from './expected-rates.testing.ts';
import { legalSentences, shippedLegal } from '../../../contract/legal-details.ts';
import { figureRows, inOrder, lateNotes, namesOf, parted, printedFigure, simulatedTable, stated } from './expected-pages.testing.ts';
import { apart, change, eitherDate, label, longDate, printedIn, signed, type Claim } from './printed.testing.ts';

// What the report and the factsheets print, in the order in which they print it.

export type Document = { date: string; riskFree: RiskFree; all: readonly Expected[] };

/** Claims of every page; the numbers of pages, and where portfolios begin, are those of the document itself. */
export type PageOf = (name: string) => number;

/** The cover and the pages about all portfolios. */
export function frontPages({ date, riskFree, all }: Document, pageOf: PageOf): Claim[] {
  const asOf = lastDays(all);
  return [
    ['cover: date', label(date)],
    ...asOf,
    ['cover: portfolios', String(all.length)],
    ...asOf,
    ...claimsOf(riskFree),
    ...inOrder(all).flatMap((one) => overviewRow(one, pageOf)),
    ...inOrder(all).flatMap(({ record, lines: [own, benchmark] }): Claim[] => [
      [`bar of ${record.name}`, change(own!.net)],
      ...(benchmark === undefined || benchmark.net === null
        ? []
        : ([[`bar of the benchmark of ${record.name}`, change(benchmark.net)]] as const)),
    ]),
    ['how to read it: excess', '0.01'],
  ];
}

function lastDays(all: readonly Expected[]): Claim[] {
  return eitherDate(all.map(({ asOf }) => asOf)).map((said): Claim => ['last days', said]);
}

const OVERVIEW = ['total', 'net', 'benchmark', 'excess', 'sharpe', 'drawdown'] as const;

function overviewRow({ record, start, asOf, lines: [own, benchmark] }: Expected, pageOf: PageOf): Claim[] {
  const row = (key: string) => figureRows.find((one) => one.key === key)!;
  const claims = OVERVIEW.map((key): Claim => {
    if (key === 'benchmark') return ['net return of the benchmark', printedFigure(row('net'), benchmark)];
    return [key, printedFigure(row(key), key === 'excess' ? benchmark : own)];
  });
  const all: Claim[] = [['since', start], ['to', asOf], ...claims, ['page', String(pageOf(record.name))]];
  return all.map(([where, said]) => [`overview of ${record.name}, ${where}`, said]);
}

/** The pages of a portfolio in the report. */
export function portfolioPages(one: Expected): Claim[] {
  const claims: Claim[] = [...about(one), ...headline(one), ...charts(one), ...periodTables(one), ...tables(one), ...simulatedTable(one)];
  return claims.map(([where, said]) => [`report on ${one.record.name}, ${where}`, said]);
}

/** @param bars whether its second page has room for bars of the years, beside the table of them */
export function factsheet(one: Expected, { date, riskFree }: Document, bars: boolean): Claim[] {
  const claims: Claim[] = [
    ['title: date', label(date)],
    ['title: last day', longDate(one.asOf)],
    ...about(one),
    ...headline(one),
    ...charts(one),
    ...periodTables(one),
    ...figureTable(one),
    ...claimsOf(ratesWithin(one, riskFree)),
    ...(bars ? yearBars(one) : []),
    ...monthTable(one, one.lines.length),
    ...furtherLines(one),
    ...lateNotes(one),
    ['how to read it: excess', '0.01'],
    ...stated(one),
    ['version', '1'],
    ...simulatedTable(one),
  ];
  return claims.map(([where, said]) => [`factsheet of ${one.record.name}, ${where}`, said]);
}

function about({ start, asOf }: Expected): Claim[] {
  return [
    ['managed since', longDate(start)],
    ['last value', longDate(asOf)],
  ];
}

/** The figures in large type: returns of one, five and ten years, and figures since the start; five in all, or four for a record of under a year. */
function headline({ lines: [own], periods }: Expected): Claim[] {
  const years = periods.filter(({ kind }) => ['1y', '5y', '10y'].includes(kind));
  const figures = ['net', 'drawdown', 'total', 'sharpe'].map((key): Claim => {
    const row = figureRows.find((one) => one.key === key)!;
    return [`headline: ${row.label}`, printedFigure(row, own)];
  });
  return [
    ...years.flatMap(({ kind, returns }): Claim[] => [
      ['headline: years', String(Number.parseInt(kind, 10))],
      [`headline: ${kind}`, change(returns[0]!)],
    ]),
    ...figures.slice(0, (years.length > 0 ? 5 : 4) - years.length),
  ];
}

function charts(one: Expected): Claim[] {
  const { days, growth, falls } = drawn(one);
  const values = growth.flatMap((line) => line.filter((value) => value !== null));
  const fallen = falls.flatMap((fall) => (fall === null ? [] : [fall * 100]));
  return [
    ['growth of', '100'],
    ...parted(one),
    ...ticks([Math.min(...values), Math.max(...values)], 4).map((tick): Claim => ['axis of growth', axis(tick)]),
    ...axisYears(days).map((year): Claim => ['axis of years', year]),
    ...ticks([Math.min(-1, ...fallen), 0], 2).map((tick): Claim => ['axis of falls', axisPercent(tick)]),
  ];
}

/** The marks of an axis: multiples of 1, 2 or 5 times a power of ten, some `count` of them, around all values. */
function ticks([low, high]: readonly [number, number], count: number): number[] {
  const range = Math.max(high - low, Math.abs(high) * 0.02, 1e-9);
  const steps = Array.from({ length: 30 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** (power - 15))).flat();
  const step = steps.find((one) => one >= range / count)!;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function axis(tick: number): string {
  return tick.toLocaleString('en-GB', { maximumFractionDigits: 12 });
}

function axisPercent(tick: number): string {
  return tick === 0 ? '0%' : `${tick < 0 ? '−' : '+'}${Math.abs(tick)}%`;
}

/** Width of a chart’s lines in points: of a page, less its margins and the numbers of the other axis. */
const WIDTH = 595.28 - 2 * 48 - 34;

/** Years at their first days: as many as have 22 points each, evenly, and none at the very end. */
function axisYears(days: readonly string[]): string[] {
  const [from, to] = [Date.parse(days[0]!), Date.parse(days.at(-1)!)];
  const place = (t: number) => (WIDTH * (Date.parse(days[t]!) - from)) / Math.max(to - from, 1);
  const begins = days.flatMap((day, t) => (t > 0 && day.slice(0, 4) !== days[t - 1]!.slice(0, 4) ? [t] : []));
  const years = begins.length < 2 ? WIDTH : (place(begins.at(-1)!) - place(begins[0]!)) / (begins.length - 1);
  const every = Math.ceil(22 / years);
  return begins.flatMap((t, index) => (index % every === 0 && place(t) <= WIDTH - 16 ? [days[t]!.slice(0, 4)] : []));
}

function periodTables(one: Expected): Claim[] {
  const names = namesOf(one);
  return [one.periods.filter(({ kind }) => kind !== '12m'), one.periods.filter(({ kind }) => kind === '12m')].flatMap((shown) => [
    ...(shown[0]?.kind === '12m' ? ([['12 months to', '12']] as const) : []),
    ...shown.flatMap(periodMark).map((said): Claim => ['period', said]),
    ...(shown.length === 0 ? [] : names).flatMap((name, line) =>
      shown.map(({ kind, to, returns }): Claim => [`${kind} to ${to} of ${name}`, signed(percent(returns[line] ?? null))]),
    ),
  ]);
}

function periodMark({ kind, to }: Period): string[] {
  return kind === '12m' ? [to] : printedIn(kind.replace('y', ' y'));
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

function figureTable(one: Expected): Claim[] {
  const names = namesOf(one);
  return figureRows
    .filter(({ inLine }) => !inLine)
    .flatMap((row) =>
      one.lines
        .map((line, index): Claim => [`${row.label} of ${names[index]}`, printedFigure(row, line)])
        .filter((_, index) => index > 0 || !row.relative),
    );
}

/** The figures that are printed in lines of text, since the tables do not have them. */
function furtherLines(one: Expected): Claim[] {
  const [names, further] = [namesOf(one), figureRows.filter(({ inLine }) => inLine)];
  const claims = (isMeant: (row: (typeof further)[number], index: number) => boolean) => (index: number) =>
    further.flatMap((row): Claim[] =>
      isMeant(row, index) ? [[`${row.label} of ${names[index]}`, printedFigure(row, one.lines[index])]] : [],
    );
  const all = one.lines.map((_, index) => index);
  return [...all.flatMap(claims((row) => !row.relative)), ...all.flatMap(claims((row, index) => row.relative === true && index > 0))];
}

function tables(one: Expected): Claim[] {
  const names = namesOf(one);
  const years = one.years.flatMap(({ year, returns }): Claim[] => [
    ['year', String(year)],
    ...returns.map((value, index): Claim => [`${year} of ${names[index]}`, change(value)]),
  ]);
  return [...figureTable(one), ...years, ...monthTable(one, 1), ...furtherLines(one), ...lateNotes(one)];
}

function monthTable({ years, months, record }: Expected, lines: number): Claim[] {
  return years.flatMap(({ year, returns }): Claim[] => [
    ['year of months', String(year)],
    ...months
      .filter((month) => month.year === year)
      .map((month): Claim => [`month ${month.month} of ${year}`, signed(percent(month.returns[0]!))]),
    ...returns.slice(0, lines).map((value, index): Claim => [`${year}, line ${index + 1} of ${record.name}`, signed(percent(value))]),
  ]);
}

function yearBars({ years }: Expected): Claim[] {
  const values = years.flatMap(({ returns }) => returns.filter((value) => value !== null).map((value) => value * 100));
  const each = WIDTH / Math.max(years.length, 1);
  const every = Math.ceil(30 / each);
  return [
    ...ticks([Math.min(0, ...values), Math.max(0.01, ...values)], 4).map((tick): Claim => ['axis of years', axisPercent(tick)]),
    ...years.filter((_, index) => index % every === 0).map(({ year }): Claim => ['bar of a year', String(year)]),
  ];
}

/** The numbers in alternative texts of the drawn figures. */
export function wordsOfFront({ all }: Document): Claim[] {
  const named = inOrder(all);
  const end = ({ growth: [own] }: Expected) => apart(own!.at(-1)!, 0);
  return [
    ['growth of', '100'],
    ...named.map((one): Claim => [`growth of ${one.record.name}`, end(one)]),
    ...named.flatMap(({ record, lines: [own, benchmark] }): Claim[] => [
      [`bar of ${record.name}`, change(own!.net)],
      [`bar of the benchmark of ${record.name}`, change(benchmark?.net ?? null)],
    ]),
  ];
}

export function wordsOfCharts(one: Expected): Claim[] {
  const { record, days, growth, lines } = one;
  const between: Claim[] = [
    ['first day', longDate(days[0]!)],
    ['last day', longDate(days.at(-1)!)],
  ];
  const claims: Claim[] = [
    ['growth of', '100'],
    ...between,
    ...growth.map((line, index): Claim => [`growth of line ${index + 1}`, apart(line.at(-1) ?? null, 2)]),
    ...parted(one),
    ...between,
    ['deepest fall', change(lines[0]!.drawdown)],
  ];
  return claims.map(([where, said]) => [`${record.name}, words of its charts, ${where}`, said]);
}

export function wordsOfYears({ years }: Expected): Claim[] {
  return years.flatMap(({ year, returns }): Claim[] => [
    ['bar of the year', String(year)],
    [`return of ${year}`, change(returns[0]!)],
  ]);
}

/** The pages on the method and what has to be said. */
export function backPages({ riskFree, all }: Document): Claim[] {
  return [
    ...lastDays(all),
    ...['252', '365', '12'].map((said): Claim => ['method: periods of a year', said]),
    ...claimsOf(riskFree),
    ['method: excess', '0.01'],
    ['disclosures: versions', '1'],
    ...printedIn(legalSentences(shippedLegal)).map((said): Claim => ['issued by', said]),
    ...statedOfAll(inOrder(all)),
  ];
}

/** What is stated of all portfolios alike, then what is not. */
function statedOfAll(all: readonly Expected[]): Claim[] {
  const every = all.flatMap((one) => stated(one));
  const terms = [...new Set(every.map(([where]) => where))].map((term) => every.filter(([where]) => where === term));
  const isCommon = (claims: readonly Claim[]) => claims.length === all.length && new Set(claims.map(([, said]) => said)).size === 1;
  const once = (claims: readonly Claim[]) => claims.filter(([, said], index) => claims.findIndex((other) => other[1] === said) === index);
  return [...terms.filter(isCommon), ...terms.filter((claims) => !isCommon(claims))].flatMap(once);
}
