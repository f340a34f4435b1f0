import * as v from 'valibot';
import type { Disclosure } from './figures/disclosure.ts';

/**
 * The data calls of the insights page: paths and wire types. All returns are percent numbers (14.46 means 14.46 %). `null`: there is no figure, as
 * for a ratio without variation, an annualized figure of a record under one year, or a benchmark that is missing or starts after the portfolio.
 */
export const dataPaths = {
  login: '/builder/v1/login',
  portfolios: (group: PortfolioGroup) => `${groups[group]}/portfolios/`,
  portfolio: (group: PortfolioGroup, id: string) => `${groups[group]}/portfolio/${id}`,
  reportingDate: '/builder/v1/website/reporting-date',
  papers: '/builder/v1/website/papers/',
  paperFile: (file: string) => `/resources/papers/${file}`,
} as const;

export type PortfolioGroup = 'website' | 'cognitive';

export const portfolioGroups: readonly PortfolioGroup[] = ['website', 'cognitive'];

const groups: Readonly<Record<PortfolioGroup, string>> = { website: '/builder/website', cognitive: '/builder/website/cognitive' };

/** Answer of the login: the token for all other calls, sent as `Authorization: Bearer …`. */
export type Login = { msg: { TOKEN: string } };

/** How often a record is valued, with the number of periods in a year. */
export const PERIODS_A_YEAR = { daily: 252, calendar: 365, monthly: 12 } as const;
export type Frequency = keyof typeof PERIODS_A_YEAR;

const percent = /* @__NO_SIDE_EFFECTS__ */ (description: string) => v.pipe(v.nullable(v.number()), v.description(description));
const ratio = /* @__NO_SIDE_EFFECTS__ */ (description: string) => v.pipe(v.nullable(v.number()), v.description(description));
const day = /* @__NO_SIDE_EFFECTS__ */ (description: string) => v.pipe(v.string(), v.isoDate(), v.description(description));

const periodKind = v.picklist(['ytd', '1y', '3y', '5y', '10y', 'start', '12m']);
export type PeriodKind = v.InferOutput<typeof periodKind>;

const periodReturnSchema = v.object({
  period: v.pipe(periodKind, v.description('Year to date, last years, since the start; 12m: a complete period of twelve months.')),
  from: day('Day of the value that the period begins with.'),
  to: day('Day of its last value.'),
  annualized: v.pipe(v.boolean(), v.description('Whether its returns are rates per year; never for a period of under twelve months.')),
  pf: v.pipe(v.number(), v.description('Net return, percent.')),
  bm: percent('The same of the benchmark; null where it does not cover the period.'),
  bm2: percent('The same of the second benchmark.'),
});

const resultsKind = /* @__NO_SIDE_EFFECTS__ */ (description: string) =>
  v.pipe(v.picklist(['actual', 'simulated', 'back-tested']), v.description(description));

const returnsSchema = v.object({
  start_date: day('First day of the record; the value of that day is the base.'),
  as_of: day('Day of the last value that the figures use: the date asked, or the last one before it with a value.'),
  under_one_year: v.optional(
    v.pipe(v.literal(true), v.description('The record is shorter than a year: none of its returns is annualized.')),
  ),
  total_return_pf: v.pipe(
    v.number(),
    v.description('Cumulative return from the start to the date, percent; net where `disclosure` says so.'),
  ),
  total_return_bm: percent('The same of the benchmark.'),
  total_return_bm2: percent('The same of the second benchmark.'),
  net_return_pf: v.pipe(v.number(), v.description('Annualized return, percent; cumulative for a record under one year.')),
  net_return_bm: percent('The same of the benchmark.'),
  net_return_bm2: percent('The same of the second benchmark.'),
  sharpe_pf: ratio('Annualized Sharpe ratio; null under one year and where returns do not vary.'),
  sharpe_bm: ratio('The same of the benchmark.'),
  sharpe_bm2: ratio('The same of the second benchmark.'),
  excess_return: percent('net_return_pf − net_return_bm.'),
  excess_return2: percent('net_return_pf − net_return_bm2.'),
});

const detailSchema = v.object({
  id: v.string(),
  shortName: v.string(),
  subName: v.string(),
  name: v.string(),
  description: v.string(),
  benchmark: v.pipe(v.nullable(v.string()), v.description('Name of the benchmark.')),
  benchmark2: v.pipe(v.nullable(v.string()), v.description('Name of the second benchmark, where there is one.')),
  results: v.optional(resultsKind('How these figures came about; absent where it is not stated.')),
  lags: v.optional(
    v.pipe(v.literal(true), v.description('The record ends before the date asked, and days on which it should have a value are missing.')),
  ),
  sample: v.pipe(v.boolean(), v.description('Whether this is sample data, made by a model.')),
  version: v.pipe(v.number(), v.description('A correction of the record makes a new version.')),
  simulated: v.optional(
    v.pipe(
      v.intersect([v.object({ results: resultsKind('Simulated or back-tested.') }), returnsSchema]),
      v.description(
        'The part of the record before its results became actual, by itself: no other figure has a part in it, nor it in them.',
      ),
    ),
  ),
  periods: v.optional(
    v.pipe(
      v.array(periodReturnSchema),
      v.description(
        'Returns of the periods that end on as_of and that the record covers whole, then the complete 12-month periods of up to five years, the latest first.',
      ),
    ),
  ),
  more: v.optional(
    v.pipe(
      v.record(v.string(), v.object({ pf: v.nullable(v.number()), bm: v.nullable(v.number()), bm2: v.nullable(v.number()) })),
      v.description('Further figures by their keys: changes and sizes in percent, ratios as numbers. Absent where there are none.'),
    ),
  ),
});

export const portfolioDetailSchema = v.intersect([detailSchema, returnsSchema]);

/** Return of a month or a calendar year, percent. `partial`: the record covers only a part of it. */
const periodSchema = v.object({
  year: v.number(),
  month: v.number(),
  pf: v.number(),
  bm: v.nullable(v.number()),
  bm2: v.nullable(v.number()),
  partial: v.boolean(),
});

const riskSchema = v.object({
  volatility: percent('Annualized volatility, percent.'),
  max_drawdown: percent('Deepest fall from a peak, percent, at most 0.'),
  sortino: ratio('Annualized Sortino ratio; null under one year and where no return is below the risk-free rate.'),
});

const relativeSchema = v.object({
  from: day('First day that portfolio and benchmark have in common.'),
  net_return_pf: v.pipe(v.number(), v.description('Of the common period.')),
  net_return_bm: v.number(),
  excess_return: v.number(),
  tracking_error: percent('Annualized, percent.'),
  information_ratio: ratio('Excess return over tracking error.'),
  beta: ratio(
    'Slope of the regression on the benchmark, above the risk-free rate; null under one year and where the benchmark does not vary.',
  ),
  alpha: percent('Intercept of the same regression (Jensen’s alpha), percent a year; null as beta.'),
  correlation: ratio('Of the returns of both, −1 to 1; null under one year and where one of them does not vary.'),
  up_capture: percent('Returns over the benchmark’s in periods in which it rose, percent; null under one year and where it never rose.'),
  down_capture: percent('The same in periods in which it fell.'),
});

const chartSchema = v.object({
  days: v.pipe(v.array(v.string()), v.description('ISO dates, ascending.')),
  pf: v.pipe(v.array(v.number()), v.description('Growth of 100.')),
  bm: v.nullable(
    v.pipe(v.array(v.nullable(v.number())), v.description('Growth of 100; from the portfolio’s value where it starts later.')),
  ),
  bm2: v.nullable(v.array(v.nullable(v.number()))),
  drawdown: v.pipe(v.array(v.number()), v.description('Fall of the portfolio from its highest value so far, percent.')),
});

export const analyticsSchema = v.object({
  frequency: v.picklist(['daily', 'calendar', 'monthly']),
  risk_free: v.pipe(v.number(), v.description('Annual risk-free rate of the ratios and of alpha on as_of, percent.')),
  risk_free_rates: v.optional(
    v.pipe(
      v.array(v.object({ from: v.nullable(v.string()), rate: v.number() })),
      v.description(
        'All rates of the record’s periods, percent, each with its first day (null: from the start); absent where there is one.',
      ),
    ),
  ),
  pf: riskSchema,
  bm: v.nullable(riskSchema),
  bm2: v.nullable(riskSchema),
  relative: v.nullable(relativeSchema),
  relative2: v.nullable(relativeSchema),
  years: v.array(periodSchema),
  months: v.array(periodSchema),
  chart: chartSchema,
  simulated: v.optional(
    v.pipe(
      v.object({
        years: v.array(periodSchema),
        months: v.array(periodSchema),
        max_drawdown: v.pipe(v.number(), v.description('Deepest fall from a peak, percent, at most 0.')),
        chart: v.pipe(v.omit(chartSchema, ['drawdown']), v.description('Growth to 100: every line ends at 100 on the day of the change.')),
      }),
      v.description('The part of the record before its results became actual.'),
    ),
  ),
});

export type PeriodItem = v.InferOutput<typeof periodReturnSchema>;
export type PortfolioDetail = v.InferOutput<typeof portfolioDetailSchema> & { disclosure?: Disclosure; analytics?: Analytics };
export type Analytics = v.InferOutput<typeof analyticsSchema>;
/** Lists contain ids only; with `?date=` they contain the details of every portfolio, so that a page needs one round of calls. */
export type PortfolioItem = { id: string } | PortfolioDetail;
