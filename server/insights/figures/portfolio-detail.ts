import { ratesIn, ratesWithin, type StatedRates } from '../../../contract/figures/stated-rates.ts';
import { monthlyReturns, yearlyReturns, type CalendarReturn } from '../../../contract/figures/calendar-returns.ts';
import { elementAt } from '../../../contract/checked.ts';
import { dayOf, isoOf, knownDay } from '../../../contract/figures/days.ts';
import { periodOf, periodWords } from '../../../contract/figures/period-words.ts';
import { periodReturns, type PeriodReturn } from '../../../contract/figures/periods.ts';
import type { Disclosure } from '../../../contract/figures/disclosure.ts';
import { basisWords, disclosureTerms, resultsOn, simulationMark } from '../../../contract/figures/disclosure-words.ts';
import { firstValue, partedOn, recordUntil, type TrackRecord } from '../../../contract/figures/record.ts';
import { drawdowns, maxDrawdown } from '../../../contract/figures/risk.ts';
import type { AnnualRates } from '../../../contract/figures/risk-free.ts';
import { summarize, type LineFigures, type RelativeFigures, type Summary } from '../../../contract/figures/summary.ts';
import { dateLabel, reportingDay, type ReportingDates } from '../../../contract/figures/reporting-date.ts';
import type { Analytics, PeriodItem, PortfolioDetail, PortfolioGroup } from '../../../contract/portfolio.ts';
import { lagsAt } from '../reporting/record-reach.ts';
import { furtherFigures } from './further-figures.ts';
import type { StoredRecord } from '../records/records.ts';
import type { ShownCard } from '../../../contract/desk/figure-facts.ts';
import { signedPercent } from '../../../contract/figures/format.ts';
import { figureLines, labelFor, markedLabel, metrics, shownFigure, simulatedDetail } from '../../../contract/figures/metrics.ts';
import { shortLabel } from '../../../contract/figures/tabled-metrics.ts';
import { textTable } from '../../cli/text-table.ts';

/**
 * A portfolio as the API returns it: computed only from the values up to the day, in percent.
 * @returns undefined when the record begins after the day
 */
export function detailOf(
  stored: Pick<StoredRecord, 'id' | 'about' | 'sample' | 'version' | 'record'>,
  day: number,
  { riskFree, analytics }: { riskFree: StatedRates; analytics: boolean },
): PortfolioDetail | undefined {
  const until = recordUntil(stored.record, day);
  if (until === undefined) return undefined;
  const { about } = stored;
  const { disclosure } = about;
  const { shown: record, simulated } = partedOn(until, dayOf(disclosure?.actual_since ?? ''));
  const rates = ratesIn(riskFree, disclosure?.currency);
  const summary = summarize(record, rates);
  const { portfolio, benchmark, benchmark2 } = summary;
  const results = resultsOn(disclosure, isoOf(summary.asOf));
  return {
    id: stored.id,
    shortName: about.shortName,
    subName: about.subName,
    name: about.name,
    description: about.description,
    benchmark: about.benchmark === '' ? null : about.benchmark,
    benchmark2: about.benchmark2 === '' ? null : about.benchmark2,
    sample: stored.sample,
    version: stored.version,
    ...(disclosure && { disclosure }),
    ...(results && { results }),
    ...wireReturns(summary),
    ...(simulated && { simulated: simulatedReturns(simulated, disclosure, rates) }),
    periods: periodReturns(record).map(wirePeriod),
    ...furtherFigures(record, rates, analytics),
    ...(analytics && {
      analytics: {
        frequency: record.frequency,
        ...wireRates(ratesWithin(riskFree, disclosure?.currency, [elementAt(until.days, 0), summary.asOf])),
        pf: risk(portfolio),
        bm: benchmark && risk(benchmark),
        bm2: benchmark2 && risk(benchmark2),
        relative: summary.relative && relative(summary.relative),
        relative2: summary.relative2 && relative(summary.relative2),
        years: beside(record, yearlyReturns),
        months: beside(record, monthlyReturns),
        chart: chartOf(record),
        ...(simulated && { simulated: simulatedAnalytics(simulated) }),
      },
    }),
  };
}

function wireRates(rates: ReturnType<typeof ratesWithin>): Pick<Analytics, 'risk_free' | 'risk_free_rates'> {
  return { risk_free: elementAt(rates, rates.length - 1).rate, ...(rates.length > 1 && { risk_free_rates: rates }) };
}

/** Dates, returns and Sharpe ratios of a record, or of its simulated part, in the fields of the API. */
function wireReturns({ start, asOf, years, portfolio, benchmark, benchmark2 }: Summary) {
  return {
    start_date: isoOf(start),
    as_of: isoOf(asOf),
    ...(years < 1 && { under_one_year: true as const }),
    total_return_pf: portfolio.total * 100,
    total_return_bm: percent(benchmark?.total),
    total_return_bm2: percent(benchmark2?.total),
    net_return_pf: portfolio.net * 100,
    net_return_bm: percent(benchmark?.net),
    net_return_bm2: percent(benchmark2?.net),
    sharpe_pf: portfolio.sharpe,
    sharpe_bm: benchmark?.sharpe ?? null,
    sharpe_bm2: benchmark2?.sharpe ?? null,
    excess_return: benchmark === null ? null : portfolio.net * 100 - benchmark.net * 100,
    excess_return2: benchmark2 === null ? null : portfolio.net * 100 - benchmark2.net * 100,
  };
}

function simulatedReturns(part: TrackRecord, disclosure: Disclosure | undefined, rates: AnnualRates) {
  const summary = summarize(part, rates);
  return { results: resultsOn(disclosure, isoOf(summary.asOf)) ?? 'simulated', ...wireReturns(summary) };
}

function simulatedAnalytics(part: TrackRecord): NonNullable<Analytics['simulated']> {
  const { days, portfolio, benchmark, benchmark2 } = part;
  const toHundred = (line: Float64Array) => Array.from(line, (value) => rounded((value / elementAt(line, line.length - 1)) * 100));
  const beneathIt = (line: Float64Array | undefined) =>
    line === undefined || Number.isNaN(line.at(-1)) ? null : toHundred(line).map((value) => (Number.isNaN(value) ? null : value));
  return {
    years: beside(part, yearlyReturns),
    months: beside(part, monthlyReturns),
    max_drawdown: maxDrawdown(portfolio) * 100,
    chart: { days: Array.from(days, isoOf), pf: toHundred(portfolio), bm: beneathIt(benchmark), bm2: beneathIt(benchmark2) },
  };
}

function percent(fraction: number | null | undefined): number | null {
  return fraction === null || fraction === undefined ? null : fraction * 100;
}

function wirePeriod({ kind, from, to, annualized, portfolio, benchmark, benchmark2 }: PeriodReturn): PeriodItem {
  const returns = { pf: portfolio * 100, bm: percent(benchmark), bm2: percent(benchmark2) };
  return { period: kind, from: isoOf(from), to: isoOf(to), annualized, ...returns };
}

function risk({ volatility, maxDrawdown, sortino }: LineFigures): Analytics['pf'] {
  return { volatility: percent(volatility), max_drawdown: maxDrawdown * 100, sortino };
}

function relative(figures: RelativeFigures): NonNullable<Analytics['relative']> {
  return {
    from: isoOf(figures.from),
    net_return_pf: figures.portfolio * 100,
    net_return_bm: figures.benchmark * 100,
    excess_return: figures.excess * 100,
    tracking_error: percent(figures.trackingError),
    information_ratio: figures.informationRatio,
    beta: figures.beta,
    alpha: percent(figures.alpha),
    correlation: figures.correlation,
    up_capture: percent(figures.upCapture),
    down_capture: percent(figures.downCapture),
  };
}

type ByPeriod = (days: Int32Array, values: Float64Array) => CalendarReturn[];

/** Returns of the periods, with the benchmarks' beside the portfolio's; null for a period that a benchmark covers only in part. */
function beside({ days, portfolio, benchmark, benchmark2 }: TrackRecord, byPeriod: ByPeriod): Analytics['years'] {
  const key = (period: CalendarReturn) => period.year * 12 + period.month;
  const [first, second] = [benchmark, benchmark2].map(
    (line) => new Map(line && byPeriod(days, line).map((period) => [key(period), period])),
  );
  return byPeriod(days, portfolio).map((period) => {
    const of = (line: ReadonlyMap<number, CalendarReturn> | undefined) => {
      const theirs = line?.get(key(period));
      return theirs !== undefined && theirs.partial === period.partial ? theirs.value * 100 : null;
    };
    return { year: period.year, month: period.month, pf: period.value * 100, bm: of(first), bm2: of(second), partial: period.partial };
  });
}

/** Lines that start at 100. */
function chartOf({ days, portfolio, benchmark, benchmark2 }: TrackRecord): Analytics['chart'] {
  const growth = Array.from(portfolio, (value) => (value / portfolio[0]!) * 100);
  return {
    days: Array.from(days, isoOf),
    pf: growth.map(rounded),
    bm: benchmark === undefined ? null : beneath(growth, benchmark),
    bm2: benchmark2 === undefined ? null : beneath(growth, benchmark2),
    drawdown: Array.from(drawdowns(portfolio), (fall) => rounded(fall * 100)),
  };
}

/** A benchmark that begins later starts at the portfolio's value of that day. */
function beneath(growth: readonly number[], line: Float64Array): (number | null)[] {
  const first = firstValue(line);
  const scale = (growth[first] ?? 100) / line[first]!;
  return Array.from(line, (value) => (Number.isNaN(value) ? null : rounded(value * scale)));
}

/**
 * A value with four decimals, so that there is little to download. A value that four decimals would put half way between two shown numbers (134.72498
 * as 134.7250) keeps nine, because rounding it twice would show another number than rounding it once.
 */
function rounded(value: number): number {
  const parts = Math.round(Math.abs(value) * 10_000);
  const isHalf = [100, 1000, 10_000].some((shown) => parts % shown === shown / 2);
  return isHalf ? Math.round(value * 1e9) / 1e9 : Math.round(value * 10_000) / 10_000;
}

type OnCard = Parameters<typeof detailOf>[0] & { group: PortfolioGroup };

/** The card that the site shows for a record, as of its group's reporting date. @returns null when the record begins later */
export function shownCard(stored: OnCard, dates: ReportingDates, riskFree: StatedRates): ShownCard | null {
  const { days, frequency } = stored.record;
  const day = knownDay(dates[stored.group]);
  const detail = detailOf(stored, day, { riskFree, analytics: false });
  if (detail === undefined) return null;
  const lags = lagsAt({ lastDay: days.at(-1)!, frequency }, day);
  const [own, ...benchmarks] = figureLines(detail);
  const shown = metrics.filter(({ onCard }) => onCard);
  const columns = shown.filter(({ relative }) => !relative);
  return {
    name: detail.shortName,
    subName: detail.subName,
    basis: basisWords(detail.disclosure),
    mark: simulationMark(detail) ?? null,
    stated: disclosureTerms(detail.disclosure, detail),
    quarter: dateLabel(lags ? detail.as_of : reportingDay(dates)),
    asOf: detail.as_of,
    since: detail.start_date,
    figures: shown.map((metric) => ({ label: markedLabel(metric, detail), text: shownFigure(metric, own, true) })),
    columns: columns.map((metric) => shortLabel(metric, detail)),
    benchmarks: benchmarks.map((line) => ({ name: line.name, cells: columns.map((metric) => shownFigure(metric, line, false)) })),
    periods: periodRows(detail).map(([period = '', ...cells]) => ({ period, cells })),
    annual: signedPercent(own.net),
  };
}

/** What each period is called, and its returns: the portfolio's, then the benchmarks'. */
function periodRows(detail: PortfolioDetail): string[][] {
  const lines = figureLines(detail);
  return (detail.periods ?? []).map((one) => [periodWords(one), ...lines.map((_, index) => signedPercent(periodOf(one, detail, index)))]);
}

function simulatedTable(detail: PortfolioDetail): string[] {
  const part = simulatedDetail(detail);
  if (part === undefined) return [];
  const lines = figureLines(part);
  const head = [`${simulationMark(part)} ${part.start_date} to ${part.as_of}`.toUpperCase(), ...lines.map(({ name }) => name)];
  const rows = metrics.map((metric) => [labelFor(metric, part), ...lines.map((line, index) => shownFigure(metric, line, index === 0))]);
  return ['', textTable([head, ...rows.filter(([, own = '', other = '']) => own + other !== '' && `${own}${other}` !== 'n/a')])];
}

export function detailTable(detail: PortfolioDetail): string {
  const { analytics } = detail;
  const about = [
    ['id', detail.id],
    ['name', detail.name],
    ['start', detail.start_date],
    ['as of', detail.as_of],
    ['figures', [basisWords(detail.disclosure), simulationMark(detail)?.toLowerCase()].filter(Boolean).join(', ')],
    ['version', `${detail.version}${detail.sample ? ' (sample data)' : ''}`],
  ];
  const lines = figureLines(detail);
  const head = ['', 'PORTFOLIO', ...lines.slice(1).map(({ name }) => name)];
  const figures = [
    head,
    ...metrics.map((metric) => [labelFor(metric, detail), ...lines.map((line, index) => shownFigure(metric, line, index === 0))]),
  ];
  const years = (analytics?.years ?? []).map((year) => [
    `${year.year}${year.partial ? ' (part)' : ''}`,
    signedPercent(year.pf),
    ...(detail.benchmark ? [signedPercent(year.bm)] : []),
    ...(detail.benchmark2 ? [signedPercent(year.bm2)] : []),
  ]);
  return [
    textTable(about),
    '',
    textTable(figures),
    '',
    textTable([['PERIOD', ...head.slice(1)], ...periodRows(detail)]),
    '',
    textTable([['YEAR', ...head.slice(1)], ...years]),
    ...simulatedTable(detail),
    '',
    textTable(disclosureTerms(detail.disclosure, detail).map(({ term, words }) => [term, words])),
  ].join('\n');
}
