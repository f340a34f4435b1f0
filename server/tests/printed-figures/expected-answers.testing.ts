import { endingAtHundred, type Calendar, type Expected, type Line, type Period } from './expected-figures.testing.ts';
import { ratesWithin, type RiskFree } from './expected-rates.testing.ts';
import { decimals } from './printed.testing.ts';

// The complete answers of the data calls; returns are numbers in percent.

/** Relative difference that is left to the order in which a computer adds numbers. */
const SAME = 1e-9;
/** Growth and falls of a chart are sent with four decimals at least. */
const CHARTED = 0.5e-4 + 1e-9;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function answered(one: Expected, analytics?: { riskFree: RiskFree }): Json {
  const { record, lags, lines, periods, simulated } = one;
  const [own, first, second] = lines;
  const all = { ...record, shortName: record.name, description: 'It follows rules.' };
  return {
    ...Object.fromEntries((['id', 'shortName', 'subName', 'name', 'description'] as const).map((key) => [key, all[key]])),
    benchmark: record.benchmarks[0] ?? null,
    benchmark2: record.benchmarks[1] ?? null,
    ...(lags && { lags }),
    sample: false,
    version: 1,
    disclosure: Object.fromEntries(Object.entries(record.stated).map(([key, value]) => [key.replaceAll('-', '_'), value])),
    results: one.results,
    ...returned(one),
    ...(simulated && { simulated: { results: simulated.results, ...returned(simulated) } }),
    periods: periods.map(wirePeriod),
    ...(analytics && {
      analytics: {
        frequency: record.frequency,
        ...answeredRates(ratesWithin(one, analytics.riskFree)),
        pf: risk(own),
        bm: risk(first),
        bm2: risk(second),
        relative: relative(one, 1),
        relative2: relative(one, 2),
        years: one.years.map(wireCalendar),
        months: one.months.map(wireCalendar),
        chart: chart(one),
        ...(simulated && { simulated: simulatedAnalytics(simulated) }),
      },
    }),
  };
}

/** The answer as it is in the data of the page, where numbers are rounded as the page prints them. */
export function asPrinted(answer: Json): Json {
  if (typeof answer === 'number') return Math.sign(answer) * Number(decimals(answer, 2));
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(asPrinted);
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asPrinted(value)]));
}

function answeredRates(rates: ReturnType<typeof ratesWithin>): { [key: string]: Json } {
  return { risk_free: rates.at(-1)!.rate, ...(rates.length > 1 && { risk_free_rates: rates }) };
}

function returned({ start, asOf, short, lines }: Expected): { [key: string]: Json } {
  return {
    start_date: start,
    as_of: asOf,
    ...(short && { under_one_year: true }),
    ...beside('total_return', lines, 'total', 100),
    ...beside('net_return', lines, 'net', 100),
    ...beside('sharpe', lines, 'sharpe', 1),
    excess_return: percent(lines[1]?.excess),
    excess_return2: percent(lines[2]?.excess),
  };
}

/** The analytics of a simulated part. Its lines end at 100, at which the actual ones begin. */
function simulatedAnalytics(one: Expected): Json {
  const [pf = null, bm = null, bm2 = null] = endingAtHundred(one);
  return {
    years: one.years.map(wireCalendar),
    months: one.months.map(wireCalendar),
    max_drawdown: one.lines[0]!.drawdown! * 100,
    chart: { days: one.days, pf, bm, bm2 },
  };
}

function beside(name: string, lines: readonly Line[], key: keyof Line, times: number): { [key: string]: Json } {
  return Object.fromEntries(
    ['pf', 'bm', 'bm2'].map((suffix, index) => {
      const value = lines[index]?.[key] ?? null;
      return [`${name}_${suffix}`, value === null ? null : value * times];
    }),
  );
}

function percent(fraction: number | null | undefined): number | null {
  return fraction === null || fraction === undefined ? null : fraction * 100;
}

function wirePeriod({ kind, from, to, annualized, returns: [pf, bm, bm2] }: Period): Json {
  return { period: kind, from, to, annualized, pf: percent(pf), bm: percent(bm), bm2: percent(bm2) };
}

function wireCalendar({ year, month, partial, returns: [pf, bm, bm2] }: Calendar): Json {
  return { year, month, pf: percent(pf), bm: percent(bm), bm2: percent(bm2), partial };
}

function risk(line: Line | undefined): Json {
  if (line === undefined || line.total === null) return null;
  return { volatility: percent(line.volatility), max_drawdown: percent(line.drawdown), sortino: line.sortino };
}

function relative({ common, lines }: Expected, line: number): Json {
  const both = common[line - 1];
  if (both === null || both === undefined) return null;
  const { from, net, netBenchmark } = both;
  return {
    from,
    net_return_pf: net * 100,
    net_return_bm: netBenchmark * 100,
    excess_return: (net - netBenchmark) * 100,
    tracking_error: percent(lines[line]?.trackingError),
    information_ratio: lines[line]?.informationRatio ?? null,
    beta: lines[line]?.beta ?? null,
    alpha: percent(lines[line]?.alpha),
    correlation: lines[line]?.correlation ?? null,
    up_capture: percent(lines[line]?.upCapture),
    down_capture: percent(lines[line]?.downCapture),
  };
}

function chart({ days, growth: [pf, bm, bm2], falls }: Expected): Json {
  return { days, pf: pf ?? null, bm: bm ?? null, bm2: bm2 ?? null, drawdown: falls.map((fall) => fall * 100) };
}

/** Compares an answer with what is expected, value by value. @returns how many were compared. @throws at the first difference */
export function compareAnswer(answer: unknown, expected: Json, path: string): number {
  const isSame =
    typeof answer === 'number' && typeof expected === 'number'
      ? Math.abs(answer - expected) <= (path.includes('.chart.') ? CHARTED : SAME * Math.max(1, Math.abs(expected)))
      : typeof answer === 'object' && answer !== null && typeof expected === 'object' && expected !== null
        ? Object.keys(answer).toSorted().join() === Object.keys(expected).toSorted().join()
        : answer === expected;
  if (!isSame) throw new Error(`${path} should be ${brief(expected)} and is ${brief(answer)}`);
  if (typeof expected !== 'object' || expected === null) return 1;
  return Object.entries(expected).reduce(
    (sum, [key, value]) => sum + compareAnswer((answer as Record<string, unknown>)[key], value, `${path}.${key}`),
    0,
  );
}

function brief(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ').slice(0, 300) : String(value);
}
