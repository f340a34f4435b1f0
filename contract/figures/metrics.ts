import type { PortfolioDetail } from '../portfolio.ts';
import { sayNet, simulationMark } from './disclosure-words.ts';
import { percent, signed, signedPercent } from './format.ts';
import type { Equation } from './formula.ts';
import { fromMean, minus, over, plus, power, q, rootOf, times, together, total, yearly, type Centred } from './formula-terms.ts';

/** Figures of one line, the portfolio or a benchmark, as the API sends them: returns in percent. null or absent: no figure. */
export type FigureLine = { name: string; total: number | null; net: number | null; sharpe: number | null } & {
  [key in MetricKey]?: number | null;
};

export type MetricKey = (typeof rows)[number]['key'];

/**
 * One row per metric, read by card, details, command line, report, method and the test of the printed formulas. A metric without a name in the API is
 * computed from the formula of its row and sent in `more`.
 */
export type Metric = Omit<Row, 'key'> & { key: MetricKey };

type Row = {
  key: string;
  label: string;
  short: string;
  /** `change`: a percent with its sign; `size`: a percent without sign; `ratio`: a number with its sign. */
  format: 'change' | 'size' | 'ratio';
  relative: boolean;
  formula: Equation;
  onCard?: true;
  inRisk?: true;
  /** Written in a line of the factsheet, and not in the tables of documents. */
  inLine?: true;
  text: string;
};

/** A figure as it is shown everywhere; empty if the metric does not apply to the line. */
export function shownFigure({ key, format, relative }: Metric, line: FigureLine, isPortfolio: boolean): string {
  if (relative && isPortfolio) return '';
  const value = line[key] ?? null;
  return format === 'change' ? signedPercent(value) : format === 'size' ? percent(value) : signed(value);
}

/** What a metric is called beside the figures of a portfolio: annualized or net only where it is. */
export function labelFor({ key, label }: Metric, detail: Pick<PortfolioDetail, 'under_one_year' | 'disclosure'>): string {
  return sayNet(key === 'net' && detail.under_one_year ? 'Net return, under a year' : label, detail.disclosure);
}

/** As `labelFor`, with the mark of simulated figures, for places where no heading says that they are simulated. */
export function markedLabel(metric: Metric, detail: Pick<PortfolioDetail, 'under_one_year' | 'disclosure' | 'results'>): string {
  return markedWords(labelFor(metric, detail), detail);
}

export function markedWords(words: string, detail: Parameters<typeof simulationMark>[0]): string {
  const mark = simulationMark(detail);
  return `${words}${mark === undefined ? '' : `, ${mark.toLowerCase()}`}`;
}

/** The simulated part of a portfolio, in the shape of a portfolio of its own; undefined if it has none. */
export function simulatedDetail(detail: PortfolioDetail): PortfolioDetail | undefined {
  const { id, shortName, subName, name, description, benchmark, benchmark2, sample, version, disclosure, simulated, analytics } = detail;
  if (simulated === undefined) return undefined;
  return {
    id,
    shortName,
    subName,
    name,
    description,
    benchmark,
    benchmark2,
    sample,
    version,
    ...(disclosure && { disclosure }),
    ...simulated,
    ...(analytics?.simulated && {
      analytics: { ...analytics, ...analytics.simulated, chart: { ...analytics.simulated.chart, drawdown: [] } },
    }),
  };
}

/** The portfolio's figures, then those of its benchmarks (none, one or two), without the API's suffixes such as `_pf` and `_bm2`. */
export function figureLines(detail: PortfolioDetail): [portfolio: FigureLine, ...benchmarks: FigureLine[]] {
  const { analytics: more, benchmark, benchmark2 } = detail;
  const figuresOf = (line: 'pf' | 'bm' | 'bm2') =>
    Object.fromEntries(Object.entries(detail.more ?? {}).map(([key, figures]) => [key, figures[line]]));
  const portfolio: FigureLine = {
    name: detail.shortName,
    total: detail.total_return_pf,
    net: detail.net_return_pf,
    sharpe: detail.sharpe_pf,
    ...(more && { volatility: more.pf.volatility, drawdown: more.pf.max_drawdown, sortino: more.pf.sortino ?? null }),
    ...figuresOf('pf'),
  };
  const first: FigureLine = {
    name: benchmark ?? '',
    total: detail.total_return_bm,
    net: detail.net_return_bm,
    sharpe: detail.sharpe_bm,
    excess: detail.excess_return,
    ...(more && besideOf(more.bm, more.relative)),
    ...figuresOf('bm'),
  };
  const second: FigureLine = {
    name: benchmark2 ?? '',
    total: detail.total_return_bm2,
    net: detail.net_return_bm2,
    sharpe: detail.sharpe_bm2,
    excess: detail.excess_return2,
    ...(more && besideOf(more.bm2, more.relative2)),
    ...figuresOf('bm2'),
  };
  return [portfolio, ...(benchmark ? [first] : []), ...(benchmark2 ? [second] : [])];
}

type More = NonNullable<PortfolioDetail['analytics']>;

function besideOf(risk: More['bm'], relative: More['relative']): Partial<FigureLine> {
  return {
    volatility: risk?.volatility ?? null,
    sortino: risk?.sortino ?? null,
    drawdown: risk?.max_drawdown ?? null,
    trackingError: relative?.tracking_error ?? null,
    informationRatio: relative?.information_ratio ?? null,
    beta: relative?.beta ?? null,
    alpha: relative?.alpha ?? null,
    correlation: relative?.correlation ?? null,
    upCapture: relative?.up_capture ?? null,
    downCapture: relative?.down_capture ?? null,
  };
}

/** Shown beside every excess return. */
export const EXCESS_ROUNDING = 'It comes from unrounded returns: those shown may give 0.01 more or less.';

const aboveB: Centred = [q('x', 'B,t'), q('m', 'xB')];
const above = [[q('x', 't'), q('m', 'x')], aboveB] as const;
const returned = [
  [q('r', 't'), q('m')],
  [q('r', 'B,t'), q('m', 'B')],
] as const;

const rows = [
  {
    key: 'total',
    label: 'Total net return',
    short: 'Total return',
    format: 'change',
    relative: false,
    onCard: true,
    formula: { left: q('R'), right: minus(over(q('V', 'n'), q('V', '0')), 1) },
    text: 'Growth from the first day of the record to the date, after the costs and fees that the record states: the periods’ returns linked geometrically.',
  },
  {
    key: 'net',
    label: 'Annualized net return',
    short: 'Annualized',
    format: 'change',
    relative: false,
    onCard: true,
    formula: { left: q('A'), right: minus(power(plus(1, q('R')), over(1, q('y'))), 1) },
    text: 'The same growth as a rate per year. Years are counted from anniversary to anniversary, the unfinished one by its days; a record of months counts twelfths, and twelve months up to a month’s last trading day are a year. A record of under one year is never annualized: it shows its total.',
  },
  {
    key: 'volatility',
    label: 'Volatility',
    short: 'Volatility',
    format: 'size',
    relative: false,
    inRisk: true,
    formula: { left: q('s'), right: yearly(q('r', 't'), q('m')) },
    text: 'How far the periods’ returns stray from their mean: the sample standard deviation, at the rate of a year.',
  },
  {
    key: 'drawdown',
    label: 'Maximum drawdown',
    short: 'Drawdown',
    format: 'change',
    relative: false,
    inRisk: true,
    formula: { left: q('D'), right: { of: 'least', inner: minus(over(q('V', 't'), q('P', 't')), 1) } },
    text: 'The deepest fall below the highest value so far. The first value counts as a high, so that the first loss counts, too.',
  },
  {
    key: 'sharpe',
    label: 'Sharpe ratio',
    short: 'Sharpe',
    format: 'ratio',
    relative: false,
    onCard: true,
    inRisk: true,
    formula: { left: q('S'), right: over(times(q('k'), q('m', 'x')), yearly(q('x', 't'), q('m', 'x'))) },
    text: 'Mean return above the risk-free rate, at the rate of a year, for each unit of its volatility. Where returns do not vary, and under one year, there is none.',
  },
  {
    key: 'sortino',
    label: 'Sortino ratio',
    short: 'Sortino',
    format: 'ratio',
    relative: false,
    inRisk: true,
    inLine: true,
    formula: {
      left: q('S', 'd'),
      right: over(times(q('k'), q('m', 'x')), rootOf(times(q('k'), over(total(power(q('u', 't'), 2)), q('n'))))),
    },
    text: 'The same mean for each unit of downside deviation: only returns below the risk-free rate count as risk.',
  },
  {
    key: 'excess',
    label: 'Excess return',
    short: 'Excess',
    format: 'change',
    relative: true,
    formula: { left: q('E'), right: minus(q('A'), q('A', 'B')) },
    text: `The difference of the two annualized net returns. ${EXCESS_ROUNDING} Benchmarks pay no costs and no fees.`,
  },
  {
    key: 'trackingError',
    label: 'Tracking error',
    short: 'Tracking error',
    format: 'size',
    relative: true,
    inRisk: true,
    formula: { left: q('T'), right: yearly(q('d', 't'), q('m', 'd')) },
    text: 'Volatility of the difference between the portfolio’s returns and the benchmark’s, over the days that both have.',
  },
  {
    key: 'informationRatio',
    label: 'Information ratio',
    short: 'Information ratio',
    format: 'ratio',
    relative: true,
    inRisk: true,
    formula: { left: q('I'), right: over(q('E'), q('T')) },
    text: 'Excess return for each unit of tracking error, over the days that both have.',
  },
  {
    key: 'beta',
    label: 'Beta',
    short: 'Beta',
    format: 'ratio',
    relative: true,
    inRisk: true,
    inLine: true,
    formula: { left: q('β'), right: over(together(...above), total(power(fromMean(aboveB), 2))) },
    text: 'How far the portfolio moves with the benchmark: the slope of the regression of its returns on the benchmark’s, both above the risk-free rate.',
  },
  {
    key: 'alpha',
    label: 'Jensen’s alpha',
    short: 'Alpha',
    format: 'change',
    relative: true,
    inRisk: true,
    inLine: true,
    formula: { left: q('α'), right: times(q('k'), minus(q('m', 'x'), times(q('β'), q('m', 'xB')))) },
    text: 'What the same regression leaves when the benchmark returns no more than the risk-free rate, at the rate of a year.',
  },
  {
    key: 'correlation',
    label: 'Correlation',
    short: 'Correlation',
    format: 'ratio',
    relative: true,
    inRisk: true,
    inLine: true,
    formula: {
      left: q('ρ'),
      right: over(together(...returned), rootOf(times(total(power(fromMean(returned[0]), 2)), total(power(fromMean(returned[1]), 2))))),
    },
    text: 'Whether the returns of both rise and fall together: one where they always do, minus one where they never do.',
  },
  {
    key: 'upCapture',
    label: 'Up capture',
    short: 'Up capture',
    format: 'size',
    relative: true,
    inRisk: true,
    inLine: true,
    formula: { left: q('C', 'up'), right: over(total(q('r', 'up')), total(q('r', 'B,up'))) },
    text: 'The portfolio’s part in the benchmark’s gains, in the periods in which the benchmark rose.',
  },
  {
    key: 'downCapture',
    label: 'Down capture',
    short: 'Down capture',
    format: 'size',
    relative: true,
    inRisk: true,
    inLine: true,
    formula: { left: q('C', 'down'), right: over(total(q('r', 'down')), total(q('r', 'B,down'))) },
    text: 'Its part in the benchmark’s losses, in the periods in which the benchmark fell: less is better.',
  },
] as const satisfies readonly Row[];

export const metrics: readonly Metric[] = rows;

export function metric(key: MetricKey): Metric {
  return metrics.find((one) => one.key === key)!;
}
