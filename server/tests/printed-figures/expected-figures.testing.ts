import { aboveRiskFree, type RiskFree } from './expected-rates.testing.ts';
import { fittedFigures, sumOf } from './expected-regression.testing.ts';
import type { GeneratedRecord, Row } from './generated-records.testing.ts';

// The figures of a record, computed again from the formulas as they are printed (insights page, "How the figures are computed"; report, "Method"),
// in the plainest way and without the code that the product computes with.

/** Figures of a line as fractions; null where none is printed. */
export type Line = {
  total: number | null;
  net: number | null;
  volatility: number | null;
  drawdown: number | null;
  sharpe: number | null;
  excess: number | null;
  trackingError: number | null;
  informationRatio: number | null;
  sortino: number | null;
  beta: number | null;
  alpha: number | null;
  correlation: number | null;
  upCapture: number | null;
  downCapture: number | null;
};

/** Returns of the portfolio and of each benchmark over a period. */
export type Period = { kind: string; from: string; to: string; annualized: boolean; returns: (number | null)[] };
/** Return of a year (month 12) or a month. */
export type Calendar = { year: number; month: number; partial: boolean; returns: (number | null)[] };

export type Expected = {
  record: GeneratedRecord;
  start: string;
  asOf: string;
  lags: boolean;
  short: boolean;
  lines: Line[];
  /** Of the days that the portfolio and each benchmark have in common. */
  common: ({ from: string; net: number; netBenchmark: number } | null)[];
  periods: Period[];
  years: Calendar[];
  months: Calendar[];
  days: string[];
  /** What results the figures are of, and the figures of the part that was simulated before, where there is one. */
  results: string;
  simulated: Expected | undefined;
  /** Growth of 100 of each line. */
  growth: (number | null)[][];
  falls: number[];
};

const PERIODS_A_YEAR = { daily: 252, calendar: 365, monthly: 12 };

/** @returns undefined for a record that begins later. */
export function expectedFigures(record: GeneratedRecord, date: string, riskFree: RiskFree): Expected | undefined {
  const rows = record.rows.filter(({ day }) => day <= date);
  if (rows.length === 0) return undefined;
  const { results = '', 'actual-since': since = rows.at(-1)!.day } = record.stated;
  if (rows.at(-1)!.day <= since) return { ...figuresOf(record, rows, riskFree), results, lags: lagsAt(record, date) };
  const before = rows.filter(({ day }) => day <= since);
  const simulated = { ...figuresOf(record, before, riskFree), results };
  const shown = figuresOf(
    record,
    rows.filter(({ day }) => day >= since),
    riskFree,
  );
  return { ...shown, simulated, results: 'actual', lags: lagsAt(record, date) };
}

function figuresOf(record: GeneratedRecord, rows: readonly Row[], riskFree: RiskFree): Expected {
  const values = [0, ...record.benchmarks.map((_, index) => index + 1)].map((line) => rows.map((row) => row.values[line] ?? null));
  const whole = values.map((line) => (line.every((value) => value !== null) ? line : null));
  const years = yearsOf(rows, record);
  const lines = whole.map((line) => (line === null ? noFigures : lineFigures(rows, line, { years, record, riskFree })));
  const common = values.slice(1).map((line) => commonFigures(rows, line, { record, riskFree }));
  const own = whole[0]!;
  return {
    record,
    start: rows[0]!.day,
    asOf: rows.at(-1)!.day,
    lags: false,
    results: '',
    simulated: undefined,
    short: years < 1,
    lines: lines.map((line, index) => {
      const beside = common[index - 1];
      const excess = index === 0 || line.net === null ? null : lines[0]!.net! - line.net;
      return { ...line, ...beside?.figures, excess };
    }),
    common,
    periods: periodsOf(rows, values, record),
    years: calendarOf(rows, values, (day) => Number(day.slice(0, 4)) * 12 + 11),
    months: calendarOf(rows, values, (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1),
    days: rows.map(({ day }) => day),
    growth: values.map((line) => growthOf(line, own)),
    falls: fallsOf(own),
  };
}

const noFigures: Line = {
  total: null,
  net: null,
  volatility: null,
  drawdown: null,
  sharpe: null,
  excess: null,
  trackingError: null,
  informationRatio: null,
  sortino: null,
  beta: null,
  alpha: null,
  correlation: null,
  upCapture: null,
  downCapture: null,
};

type Values = readonly number[];
type About = { years: number; record: GeneratedRecord; riskFree: RiskFree };

function lineFigures(rows: readonly Row[], values: Values, { years, record, riskFree }: About): Line {
  const k = PERIODS_A_YEAR[record.frequency];
  const total = values.at(-1)! / values[0]! - 1;
  const returns = returnsOf(values);
  const above = aboveRiskFree(returns, endsOf(rows), { k, record, riskFree });
  return {
    ...noFigures,
    total,
    net: rate(total, years),
    volatility: years < 1 ? null : Math.sqrt(k) * deviation(returns),
    drawdown: Math.min(...fallsOf(values)),
    sharpe: years < 1 ? null : (k * mean(above)) / (Math.sqrt(k) * deviation(above)),
    sortino: years < 1 ? null : (k * mean(above)) / Math.sqrt((k * sumOf(above.map((x) => Math.min(x, 0) ** 2))) / above.length),
  };
}

/** Portfolio and benchmark over the days that both have. */
function commonFigures(rows: readonly Row[], line: readonly (number | null)[], { record, riskFree }: Omit<About, 'years'>) {
  const both = rows.filter((_, t) => line[t] !== null);
  if (both.length === 0) return null;
  const theirs = line.filter((value) => value !== null);
  const ours = both.map(({ values }) => values[0]!);
  const years = yearsOf(both, record);
  const [net, netBenchmark] = [ours, theirs].map((values) => rate(values.at(-1)! / values[0]! - 1, years)) as [number, number];
  const k = PERIODS_A_YEAR[record.frequency];
  const [ourReturns, theirReturns] = [returnsOf(ours), returnsOf(theirs)];
  const differences = ourReturns.map((one, t) => one - theirReturns[t]!);
  const trackingError = years < 1 ? null : Math.sqrt(k) * deviation(differences);
  const informationRatio = trackingError === null ? null : (net - netBenchmark) / trackingError;
  const above = [ourReturns, theirReturns].map((returns) => aboveRiskFree(returns, endsOf(both), { k, record, riskFree }));
  const fitted = years < 1 ? {} : fittedFigures([ourReturns, theirReturns], above as [number[], number[]], k);
  return { from: both[0]!.day, net, netBenchmark, figures: { trackingError, informationRatio, ...fitted } };
}

/** The days on which the periods end. */
function endsOf(rows: readonly Row[]): string[] {
  return rows.slice(1).map(({ day }) => day);
}

function returnsOf(values: Values): number[] {
  return values.slice(1).map((value, t) => value / values[t]! - 1);
}

function mean(values: Values): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample standard deviation. */
function deviation(values: Values): number {
  const m = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - m) ** 2, 0) / (values.length - 1));
}

/** A return as a rate per year; one over less than a year stays as it is. */
function rate(total: number, years: number): number {
  return years < 1 ? total : (1 + total) ** (1 / years) - 1;
}

/** Length of a record in years: whole years from the first day, and the unfinished year by its days; a monthly record counts twelfths. */
function yearsOf(rows: readonly Row[], { frequency }: GeneratedRecord): number {
  if (frequency === 'monthly') return (rows.length - 1) / 12;
  const [first, last] = [rows[0]!.day, rows.at(-1)!.day];
  let years = 0;
  while (inYears(first, years + 1) <= last) years += 1;
  const [from, to] = [inYears(first, years), inYears(first, years + 1)];
  if (years === 0 && frequency === 'daily' && to <= lastIn(last)) return 1;
  return years + (Date.parse(last) - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
}

/** The same date some years later or earlier; 28 February for the 29th where there is none. */
function inYears(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return Number.isNaN(Date.parse(later)) || !new Date(later).toISOString().startsWith(later) ? later.replace('-29', '-28') : later;
}

/** The last day of the month if no weekday but Good Friday follows the day within its month; otherwise the day itself. */
function lastIn(day: string): string {
  const monthEnd = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);
  const goodFridays = ['2013-03-29', '2018-03-30', '2024-03-29'];
  const closed = goodFridays.includes(after(day, 1)) ? 3 : new Date(day).getUTCDay() === 5 ? 2 : 0;
  return after(day, closed) >= monthEnd ? monthEnd : day;
}

function after(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** As inYears, from the last day of a month, or its last trading day where values are daily, to the last day of that month. */
function sameEnd(day: string, years: number, frequency: GeneratedRecord['frequency']): string {
  const end = frequency === 'daily' ? lastIn(day) : day;
  const isEnd = after(end, 1).endsWith('-01');
  return isEnd ? after(inYears(after(end, 1), years), -1) : inYears(day, years);
}

function periodsOf(rows: readonly Row[], values: readonly (number | null)[][], { frequency }: GeneratedRecord): Period[] {
  const last = rows.length - 1;
  const asOf = rows[last]!.day;
  const lastOn = (day: string) => rows.findLastIndex((row) => row.day <= day);
  const ago = (years: number) => (frequency === 'monthly' ? last - 12 * years : lastOn(sameEnd(asOf, -years, frequency)));
  const between = (kind: string, from: number, to: number, years: number): Period[] => {
    if (from < 0 || to < 0) return [];
    const returns = values.map((line) => {
      const [first, end] = [line[from] ?? null, line[to] ?? null];
      return first === null || end === null ? null : rate(end / first - 1, years);
    });
    return [{ kind, from: rows[from]!.day, to: rows[to]!.day, annualized: years >= 1, returns }];
  };
  return [
    ...between('ytd', lastOn(`${Number(asOf.slice(0, 4)) - 1}-12-31`), last, 0),
    ...[1, 3, 5, 10].flatMap((years) => between(`${years}y`, ago(years), last, years)),
    ...(last > 0 ? between('start', 0, last, yearsOf(rows, { frequency } as GeneratedRecord)) : []),
    ...[0, 1, 2, 3, 4].flatMap((years) => between('12m', ago(years + 1), ago(years), 1)),
  ];
}

/** The last value of each period over the last value before it. */
function calendarOf(rows: readonly Row[], values: readonly (number | null)[][], keyOf: (day: string) => number): Calendar[] {
  const keys = rows.map(({ day }) => keyOf(day));
  const partialOf = (line: readonly (number | null)[], key: number) => {
    const begun = line.findIndex((value) => value !== null);
    const nextMonth = Date.UTC(Math.floor(key / 12), (key % 12) + 1, 1);
    const early = key === keys.at(-1) && nextMonth - Date.parse(rows.at(-1)!.day) > 5 * 86_400_000;
    return early || keys[begun] === key;
  };
  return [...new Set(keys)].flatMap((key) => {
    const end = keys.lastIndexOf(key);
    const returns = values.map((line) => {
      const begun = line.findIndex((value) => value !== null);
      const base = Math.max(keys.indexOf(key) - 1, begun);
      const first = begun === -1 ? null : line[base]!;
      return begun === -1 || base >= end || first === null ? null : line[end]! / first - 1;
    });
    const partial = partialOf(values[0]!, key);
    if (returns[0] === null) return [];
    const beside = returns.map((value, line) => (value === null || partialOf(values[line]!, key) !== partial ? null : value));
    return [{ year: Math.floor(key / 12), month: (key % 12) + 1, partial, returns: beside }];
  });
}

/** A line that begins later begins at the portfolio's value of that day. */
function growthOf(line: readonly (number | null)[], own: Values): (number | null)[] {
  const begun = line.findIndex((value) => value !== null);
  const from = begun === -1 ? 1 : (own[begun]! / own[0]!) * 100;
  return line.map((value) => (value === null ? null : (value / line[begun]!) * from));
}

/** The lines of a simulated part, which end where those of the actual one begin. */
export function endingAtHundred({ growth }: Expected): (number | null)[][] {
  return growth.map((line) => line.map((value) => (value === null ? null : (value / line.at(-1)!) * 100)));
}

/** The days and lines of a chart: a simulated part and the actual one after it, which share a day. */
export function drawn(one: Expected): Pick<Expected, 'days' | 'growth'> & { falls: (number | null)[] } {
  const { simulated } = one;
  if (simulated === undefined) return one;
  const before = endingAtHundred(simulated);
  return {
    days: [...simulated.days, ...one.days.slice(1)],
    growth: one.growth.map((line, index) => [...before[index]!, ...line.slice(1)]),
    falls: [...simulated.days.slice(1).map(() => null), ...one.falls],
  };
}

/** How far each value is below the highest so far. */
function fallsOf(values: Values): number[] {
  let peak = 0;
  return values.map((value) => value / (peak = Math.max(peak, value)) - 1);
}

/** Whether the whole record ends before the date, and a day between should have a value. */
export function lagsAt({ rows, frequency }: Pick<GeneratedRecord, 'rows' | 'frequency'>, date: string): boolean {
  const last = rows.at(-1)!.day;
  const missing = (day: number): boolean => {
    if (day > Date.parse(date)) return false;
    const at = new Date(day);
    const due =
      frequency === 'daily' ? at.getUTCDay() % 6 !== 0 : frequency === 'calendar' || new Date(day + 86_400_000).getUTCDate() === 1;
    return due || missing(day + 86_400_000);
  };
  return missing(Date.parse(last) + 86_400_000);
}
