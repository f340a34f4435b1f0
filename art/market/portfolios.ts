import { deviation } from '../../contract/figures/risk.ts';
import { correlation } from './correlation.ts';
import { type Market, sampleMarket, type Series } from './series.ts';
import { LOOKBACK, type TradingRule, trendScore, walkForward } from './walk-forward.ts';

/** A sample portfolio: a trading rule run walk-forward on the sample market, net of trading costs and of its fee. */
export type SamplePortfolio = {
  id: string;
  group: 'website' | 'cognitive';
  shortName: string;
  subName: string;
  name: string;
  description: string;
  days: string[];
  values: Float64Array;
  benchmark: { name: string; values: Float64Array };
  benchmark2?: { name: string; values: Float64Array };
  /** Weights after the last decision, largest first; those below 0.1 % are left out. */
  holdings: Array<{ series: Series; weight: number }>;
};

type Plan = {
  id: string;
  group: SamplePortfolio['group'];
  shortName: string;
  subName: string;
  name: string;
  description: string;
  start: string;
  fee: number;
  rule: TradingRule;
  benchmark: readonly [string, TradingRule];
  benchmark2?: readonly [string, TradingRule];
};

/** The six sample portfolios with their daily values. Deterministic; none of it is a real result. */
export function samplePortfolios(): SamplePortfolio[] {
  cached ??= plans.map((plan) => run(sampleMarket(), plan));
  return cached;
}

export function samplePortfolio(id: string): SamplePortfolio {
  const found = samplePortfolios().find((one) => one.id === id);
  if (!found) throw new Error(`No sample portfolio is called ${id}`);
  return found;
}

let cached: SamplePortfolio[] | undefined;

function run(market: Market, { start, fee, rule, benchmark, benchmark2, ...about }: Plan): SamplePortfolio {
  const walk = walkForward(market, rule, start, { annualFee: fee });
  const other = ([name, against]: readonly [string, TradingRule]) => ({ name, values: walkForward(market, against, start).values });
  const weights = rule(market, market.days.length - 1);
  return {
    ...about,
    days: market.days.slice(walk.start),
    values: walk.values,
    benchmark: other(benchmark),
    ...(benchmark2 && { benchmark2: other(benchmark2) }),
    holdings: market.series
      .map((series, i) => ({ series, weight: weights[i] }))
      .filter(({ weight }) => weight >= 0.001)
      .sort((a, b) => b.weight - a.weight),
  };
}

const isBond = ({ security }: Series) => security.sector === 'BND';
const isShare = (series: Series) => !isBond(series);
const isEuropean = (series: Series) => isShare(series) && series.security.region !== 'US';

const world: TradingRule = evenly(isShare);
const balanced: TradingRule = mix([0.6, evenly(isShare)], [0.4, evenly(isBond)]);
const careful: TradingRule = mix([0.3, evenly(isShare)], [0.7, evenly(isBond)]);

const plans: readonly Plan[] = [
  {
    id: 'global-trend',
    group: 'website',
    shortName: 'Global Trend',
    subName: 'Shares, worldwide',
    name: 'Global Trend Portfolio',
    description:
      'Holds the twenty shares whose price has risen most steadily over the past year, in equal parts, and decides anew at the end of every month.',
    start: '2018-01-01',
    fee: 0.009,
    rule: best(20, isShare, trendScore),
    benchmark: ['World shares, equal weight', world],
    benchmark2: ['Balanced 60/40', balanced],
  },
  {
    id: 'defensive-income',
    group: 'website',
    shortName: 'Defensive Income',
    subName: 'Bonds and calm shares',
    name: 'Defensive Income Portfolio',
    description:
      'Seven tenths in bond funds, three tenths in the fifteen shares that have moved least over the past year. For money that is needed within a few years.',
    start: '2019-01-01',
    fee: 0.006,
    rule: mix([0.7, evenly(isBond)], [0.3, best(15, isShare, calm)]),
    benchmark: ['Careful 30/70', careful],
  },
  {
    id: 'european-quality',
    group: 'website',
    shortName: 'European Shares',
    subName: 'Italy, UK and euro area',
    name: 'European Shares Portfolio',
    description: 'Twelve European and British shares that combine a steady rise with moderate swings, in equal parts, reviewed monthly.',
    start: '2020-01-01',
    fee: 0.009,
    rule: best(12, isEuropean, (returns, t) => trendScore(returns, t) + 0.03 * calm(returns, t) * 100),
    benchmark: ['European shares, equal weight', evenly(isEuropean)],
  },
  {
    id: 'cognitive-multi-strategy',
    group: 'cognitive',
    shortName: 'Cognitive Multi-Strategy',
    subName: 'Shares and bonds',
    name: 'Cognitive Multi-Strategy Portfolio',
    description:
      'Half in trend, three tenths in the calmest shares, two tenths in bond funds. The parts rarely fail together, which is the reason for holding all three.',
    start: '2018-01-01',
    fee: 0.01,
    rule: mix([0.5, best(20, isShare, trendScore)], [0.3, best(15, isShare, calm)], [0.2, best(4, isBond, trendScore)]),
    benchmark: ['Balanced 60/40', balanced],
    benchmark2: ['World shares, equal weight', world],
  },
  {
    id: 'cognitive-low-correlation',
    group: 'cognitive',
    shortName: 'Cognitive Low Correlation',
    subName: 'From the market graph',
    name: 'Cognitive Low Correlation Portfolio',
    description:
      'Twenty-five securities that have moved least with the rest of the market over the past year, so that no single theme decides the result.',
    start: '2018-07-02',
    fee: 0.01,
    rule: leastCorrelated(25),
    benchmark: ['Balanced 60/40', balanced],
  },
  {
    id: 'cognitive-dynamic',
    group: 'cognitive',
    shortName: 'Cognitive Dynamic',
    subName: '--',
    name: 'Cognitive Dynamic Allocation Portfolio',
    description:
      'Shares by trend while the market rises; as the market’s own trend weakens, up to three quarters move into short bonds. Decisions monthly.',
    start: '2021-01-01',
    fee: 0.011,
    rule: dynamic(),
    benchmark: ['World shares, equal weight', world],
  },
];

function evenly(fits: (series: Series) => boolean): TradingRule {
  return ({ series }) => normal(Float64Array.from(series, (item) => (fits(item) ? 1 : 0)));
}

function best(count: number, fits: (series: Series) => boolean, score: (returns: Float64Array, t: number) => number): TradingRule {
  return ({ series }, t) => {
    const scores = series.map((item) => (fits(item) ? score(item.returns, t) : Number.NEGATIVE_INFINITY));
    const bar = scores.toSorted((a, b) => b - a)[count - 1];
    return normal(Float64Array.from(scores, (value) => (value >= bar && value > Number.NEGATIVE_INFINITY ? 1 : 0)));
  };
}

function mix(...parts: ReadonlyArray<readonly [number, TradingRule]>): TradingRule {
  return (market, t) => {
    const total = new Float64Array(market.series.length);
    for (const [share, rule] of parts) rule(market, t).forEach((weight, i) => (total[i] += share * weight));
    return total;
  };
}

function calm(returns: Float64Array, t: number): number {
  return -deviation(returns.subarray(t + 1 - LOOKBACK, t + 1));
}

/** Equal weights for the `count` securities whose returns correlated least with the average of all securities in the past year. */
function leastCorrelated(count: number): TradingRule {
  return ({ series }, t) => {
    const average = new Float64Array(LOOKBACK);
    for (const { returns } of series) for (let k = 0; k < LOOKBACK; k++) average[k] += returns[t + 1 - LOOKBACK + k];
    const rhos = series.map(({ returns }) => correlation(returns.subarray(t + 1 - LOOKBACK, t + 1), average, 0));
    const bar = rhos.toSorted((a, b) => a - b)[count - 1];
    return normal(Float64Array.from(rhos, (rho) => (rho <= bar ? 1 : 0)));
  };
}

/** The 15 strongest trends among shares, and the 2 calmest bonds. The more shares have a rising trend, the larger is the part in shares. */
function dynamic(): TradingRule {
  const shares = best(15, isShare, trendScore);
  const cash = best(2, isBond, calm);
  return (market, t) => {
    const rising = market.series.filter((item) => isShare(item) && trendScore(item.returns, t) > 0).length;
    const part = Math.min(1, Math.max(0.25, (1.5 * rising) / market.series.length));
    return mix([part, shares], [1 - part, cash])(market, t);
  };
}

function normal(raw: Float64Array): Float64Array {
  const total = raw.reduce((sum, value) => sum + value, 0);
  return raw.map((value) => value / total);
}
