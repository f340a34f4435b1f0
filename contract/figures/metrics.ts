import type { PortfolioDetail } from '../portfolio.ts';
import { sayNet, simulationMark } from './disclosure-words.ts';
import { percent, signed, signedPercent } from './format.ts';
import type { Equation, Formula, Quantity } from './formula.ts';

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

/** The same where no head or mark around it says that the figures are simulated. */
export function markedLabel(metric: Metric, detail: Pick<PortfolioDetail, 'under_one_year' | 'disclosure' | 'results'>): string {
  return markedWords(labelFor(metric, detail), detail);
}

export function markedWords(words: string, detail: Parameters<typeof simulationMark>[0]): string {
  const mark = simulationMark(detail);
  return `${words}${mark === undefined ? '' : `, ${mark.toLowerCase()}`}`;
}

/** A portfolio's figures of the part that was simulated, as those of a portfolio. */
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
    ...(more && { volatility: more.pf.volatility, drawdown: more.pf.max_drawdown }),
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
    drawdown: risk?.max_drawdown ?? null,
    trackingError: relative?.tracking_error ?? null,
    informationRatio: relative?.information_ratio ?? null,
  };
}

/** Shown beside every excess return. */
export const EXCESS_ROUNDING = 'It comes from unrounded returns: those shown may give 0.01 more or less.';

const q = (letter: string, sub?: string): Quantity => ({ letter, ...(sub !== undefined && { sub }) });
const minus = (left: Formula, right: Formula): Formula => ({ of: 'difference', left, right });
const plus = (left: Formula, right: Formula): Formula => ({ of: 'sum', left, right });
const times = (left: Formula, right: Formula): Formula => ({ of: 'product', left, right });
const over = (left: Formula, right: Formula): Formula => ({ of: 'quotient', left, right });
const power = (left: Formula, right: Formula): Formula => ({ of: 'power', left, right });
const root = (inner: Formula): Formula => ({ of: 'root', inner });
/** Annualized sample standard deviation of a value per period. */
const yearly = (value: Quantity, mean: Quantity): Formula =>
  root(times(q('k'), over({ of: 'total', inner: power(minus(value, mean), 2) }, minus(q('n'), 1))));

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
    formula: { left: q('A'), right: minus(power(plus(1, q('R')), over(1, q('y'))), 1) },
    text: 'The same growth as a rate per year. Years are counted from anniversary to anniversary, the unfinished one by its days; a record of months counts twelfths. A record of under one year is never annualized: it shows its total.',
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
    formula: { left: q('S'), right: over(times(q('k'), minus(q('m'), q('f'))), q('s')) },
    text: 'Mean return above the risk-free rate, at the rate of a year, for each unit of volatility. Where returns do not vary, and under one year, there is none.',
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
] as const satisfies readonly Row[];

export const metrics: readonly Metric[] = rows;

export function metric(key: MetricKey): Metric {
  return metrics.find((one) => one.key === key)!;
}

export const NOTATION =
  'V is a value of the record (0 the first, n the last, t any), P the highest so far; r is the return of a period and m the mean of all n; k is the number of periods in a year (252 trading days, 365 calendar days or 12 months, as the record has them), y that of the record’s years; f is the risk-free rate of a period, taken geometrically from that of a year, which each portfolio’s analytics name; B marks the benchmark, and d is the portfolio’s return less the benchmark’s.';
