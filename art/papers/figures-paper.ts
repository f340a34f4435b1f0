import { dayFrom, yearsBetween } from '../../contract/figures/days.ts';
import { longDate, signed, signedPercent } from '../../contract/figures/format.ts';
import { printEquation } from '../../contract/figures/formula.ts';
import { metric, type MetricKey } from '../../contract/figures/metrics.ts';
import type { TrackRecord } from '../../contract/figures/record.ts';
import { valuesOf } from '../../contract/figures/returns.ts';
import { drawdowns } from '../../contract/figures/risk.ts';
import { summarize } from '../../contract/figures/summary.ts';
import { PERIODS_A_YEAR } from '../../contract/portfolio.ts';
import { drawChart, drawLegend } from '../../server/reports/pdf/chart.ts';
import { dark, light, onDark, onLight } from '../../ui/tokens.ts';
import { dayNumber } from '../market/calendar.ts';
import { sampleRecord, sampleRecords } from '../market/sample-records.ts';
import { drawTraces } from './motif.ts';
import type { FormulaKit, Piece } from './formula-drawing.ts';
import { PaperDocument } from './paper-layout.ts';

const P = [-0.02, 0.031, 0.012, -0.015, 0.024, 0.008, -0.041, 0.027, 0.019, 0.006, -0.009, 0.033];
const B = [-0.03, 0.025, 0.01, -0.022, 0.02, 0.011, -0.038, 0.018, 0.015, 0.01, -0.012, 0.028];

export async function figuresPaper(made: Date): Promise<Uint8Array> {
  const paper = new PaperDocument({
    title: 'How the figures are computed and checked',
    lead: 'Every formula behind a portfolio’s card, what it leaves out, and how you can repeat it.',
    kind: 'Method paper',
    date: 'January 2025',
    made,
    motif: (sheet, { y, height }) => {
      const { values, benchmark } = lineOf('global-trend');
      drawTraces(sheet, { y, height }, [
        { values: benchmark, color: onDark.benchmark, width: 1 },
        { values, color: dark.primary, width: 1.8 },
      ]);
    },
  });
  record(paper);
  returns(paper);
  risk(paper);
  benchmark(paper);
  golden(paper);
  pitfalls(paper);
  repeat(paper);
  return paper.finish();
}

function record(paper: PaperDocument): void {
  paper.heading('The record comes first');
  paper.para(
    'A performance figure is a summary of a track record: a row of dated values of one portfolio, net of fees and of the costs of trading. We publish nothing that is not computed from such a row, and we keep the row. When a value turns out to be wrong, the corrected record becomes a new version beside the old one, so that what was shown on any day can be shown again.',
  );
  paper.para('A record enters as a whole or not at all. It is refused, with the line and the column at fault, when it has');
  paper.list([
    'a gap: a business day without a value that is no holiday of the markets, or a missing month;',
    'a date twice, dates out of order, or a date to come;',
    'a value of zero or less, or something that is no number;',
    'benchmark values on other dates than the portfolio’s.',
  ]);
}

function returns(paper: PaperDocument): void {
  const { kit } = paper;
  const { row, fraction, sub, product } = kit;
  paper.heading('Returns');
  paper.para('The return of a period is the change of the value over it. The first value is the base and has no return of its own.');
  paper.formula(row('r', sub('t'), '  =  ', fraction(row('V', sub('t')), row('V', sub('t−1'))), '  −  1'), 'Period return');
  paper.para(
    'Periods link by multiplication, not by addition. Two months of +10% and −10% are −1%, not zero. The cumulative return is therefore',
  );
  paper.formula(
    row('R  =  ', product(), ' (1 + r', sub('t'), ')  −  1  =  ', fraction(row('V', sub('n')), row('V', sub('0'))), '  −  1'),
    'Cumulative',
  );
  paper.para(
    'To compare records of different length we state the steady yearly return that would have made the same of the money. Years are counted by the calendar, from anniversary to anniversary: a leap year is one year, not 366/365 of one. Months are twelfths.',
  );
  paper.formula(printed('net', kit), 'Annualized');
  paper.para(
    'A record shorter than a year is not annualized, as the Global Investment Performance Standards demand. Three good months at +6% would read as +26% a year, which nobody has earned. Such a record shows its cumulative return, and no volatility or Sharpe ratio.',
  );
}

function risk(paper: PaperDocument): void {
  const { kit, sheet } = paper;
  const { row, fraction, root, sub, sup, sum } = kit;
  paper.heading('Risk');
  paper.para(
    `Volatility is the sample standard deviation of the periods’ returns, scaled to a year by the square root of the number of periods k: ${PERIODS_A_YEAR.daily} for daily values, ${PERIODS_A_YEAR.monthly} for monthly ones. A record of months is never scaled as if it were one of days.`,
  );
  paper.formula(
    row('s  =  ', root(fraction(row(sum(), ' (r', sub('t'), ' − m)', sup('2')), row('n − 1'))), '  ×  ', root(row('k'))),
    'Volatility',
  );
  paper.para(
    'The Sharpe ratio is the return above the risk-free rate for each unit of volatility. The yearly risk-free rate F becomes a rate f of the period, geometrically, and m is the mean of the periods’ returns. Where returns do not vary there is no ratio: a computer that divides by the rounding error of zero would print a number with sixteen digits, and we print n/a.',
  );
  paper.formula(row(printed('sharpe', kit), ',     f  =  (1 + F)', sup('1/k'), '  −  1'), 'Sharpe ratio');
  paper.para(
    'The drawdown is how far the value stands below its highest value so far. The base counts as a high: a portfolio that loses a tenth in its first month has a drawdown of a tenth, although no peak came before.',
  );
  const global = lineOf('global-trend');
  paper.figure(
    132,
    'The sample portfolio Global Trend, growth of 100 and its drawdown. The deepest fall is one number; the time spent under water is the other half of the story.',
    ({ x, y, width }) => {
      drawChart(
        sheet,
        { x, y, width, height: 84 },
        { days: global.days, lines: [{ values: global.values, color: light.primary, width: 1.1 }], format: String, ticks: 3 },
      );
      drawChart(
        sheet,
        { x, y: y + 90, width, height: 40 },
        {
          lines: [{ values: global.falls, color: light.loss, width: 0.8, area: true }],
          format: (value) => signedPercent(value, 0),
          ticks: 2,
          within: [-1, 0],
        },
      );
    },
  );
}

function printed(key: MetricKey, { row, sub, sup }: FormulaKit): Piece {
  const parts = printEquation(metric(key).formula).map(({ text, as }) => (as === 'sub' ? sub(text) : as === 'sup' ? sup(text) : text));
  return row(...parts);
}

function benchmark(paper: PaperDocument): void {
  const { kit } = paper;
  const { row, fraction, root, sub, sup, sum } = kit;
  paper.heading('Beside a benchmark');
  paper.para(
    'The excess return on a card is the difference of the two annualized returns. Tracking error T is the volatility of the periods’ differences d; the information ratio sets one against the other.',
  );
  paper.formula(printed('excess', kit), 'Excess return');
  paper.formula(
    row(
      printed('informationRatio', kit),
      ',     T  =  ',
      root(fraction(row(sum(), ' (d', sub('t'), ' − m', sub('d'), ')', sup('2')), row('n − 1'))),
      '  ×  ',
      root(row('k')),
      ',     d  =  r',
      sub('P'),
      '  −  r',
      sub('B'),
    ),
    'Information ratio',
  );
  paper.para(
    'A benchmark that begins later than the portfolio gets no figures of its own, because they would be of another period than the portfolio’s beside them. What compares the two is then computed over the days that both have, and says so.',
  );
}

function golden(paper: PaperDocument): void {
  const { sheet } = paper;
  const p = [...P, ...P.map((r) => r * 0.5 + 0.002)];
  const b = [...B, ...B.map((r) => r * 0.6 + 0.001)];
  const figures = summarize(monthly(p, b), 0);
  const other = summarize(monthly(p, b), 0.03);
  paper.heading('Checked against three libraries');
  paper.para(
    'A formula is easily written and easily wrong. Ours are held to one record of twenty-four months, computed by three public libraries that do not share code: quantstats and empyrical in Python, PerformanceAnalytics in R. Every figure below agrees with theirs to nine decimals, and the check runs with every change of the software.',
  );
  const nine = (value: number | null | undefined) => signed(value ?? null, 9).replace('+', '');
  paper.figure(84, 'Growth of 100 of the check record: the portfolio in blue, its benchmark in grey.', ({ x, y, width }) => {
    const lines = [
      { values: [...valuesOf(b, 100)], color: onLight.benchmark, width: 1 },
      { values: [...valuesOf(p, 100)], color: light.primary, width: 1.4 },
    ];
    drawChart(sheet, { x, y, width, height: 80 }, { lines, format: String, ticks: 3 });
  });
  paper.table(
    [
      { title: 'Figure', width: 196, align: 'left' },
      { title: 'Portfolio', width: 100 },
      { title: 'Benchmark', width: 100 },
    ],
    [
      ['Cumulative return', nine(figures.portfolio.total), ''],
      ['Annualized return', nine(figures.portfolio.net), nine(figures.benchmark?.net)],
      ['Volatility', nine(figures.portfolio.volatility), ''],
      ['Sharpe ratio, no risk-free rate', nine(figures.portfolio.sharpe), ''],
      ['Sharpe ratio, 3% a year', nine(other.portfolio.sharpe), ''],
      ['Deepest fall', nine(figures.portfolio.maxDrawdown), ''],
      ['Excess return', nine(figures.relative?.excess), ''],
      ['Tracking error', nine(figures.relative?.trackingError), ''],
      ['Information ratio', nine(figures.relative?.informationRatio), ''],
    ],
    `The check record. Portfolio, percent: ${P.map((r) => signed(r * 100, 1)).join(', ')}; then each halved, plus 0.2. Benchmark: ${B.map((r) => signed(r * 100, 1)).join(', ')}; then each times 0.6, plus 0.1.`,
  );
}

function pitfalls(paper: PaperDocument): void {
  const { sheet } = paper;
  paper.heading('Where figures go wrong');
  paper.para('Each of these mistakes is common, none is visible in the result, and each has a test that fails when we make it.');
  paper.list([
    'The first period’s loss is left out of the drawdown, because the curve starts at the end of that period and not at its base.',
    'Monthly returns are scaled by 252, or daily ones by 12: the volatility is wrong by a factor of 4.6.',
    'A value after the date asked is used, for instance to fill a gap backwards. We cut the record at the date before anything is computed; changing every later value changes no digit.',
    'A short record is annualized.',
    'A benchmark of another period stands beside the portfolio’s.',
    'A leap day makes a year longer, or an anniversary on 29 February is lost.',
    'A figure is rounded, and another one computed from the rounded one. We round where a figure is shown, and nowhere before.',
  ]);
  const { days, line, calendar } = shortRecords();
  paper.figure(
    118,
    'Why a short record is not annualized. The sample portfolio Cognitive Dynamic from its start in 2021: what annualizing would have shown on each day of its first year (orange), and what had really been earned (blue).',
    ({ x, y, width }) => {
      drawLegend(sheet, x, y, [
        { name: 'Annualized from the first weeks on', color: onLight.orange },
        { name: 'Cumulative', color: light.primary },
      ]);
      drawChart(
        sheet,
        { x, y: y + 16, width, height: 100 },
        {
          days,
          lines: [
            { values: calendar, color: onLight.orange, width: 0.9 },
            { values: line, color: light.primary, width: 1.3 },
          ],
          format: (value) => signedPercent(value, 0),
        },
      );
    },
  );
}

function repeat(paper: PaperDocument): void {
  const { days } = sampleRecords();
  paper.heading('Repeat it');
  paper.para(
    `Ask for any portfolio’s record as a file: a head, then one line for each day with the portfolio’s value and its benchmarks’. Everything on the card follows from it by the formulas above, in a spreadsheet if you like: the last value over the first, the standard deviation of the daily changes, the lowest of value over running maximum. The sample records end on ${longDate(days[days.length - 1])}; the page says which day its figures are of.`,
  );
  paper.sources([
    'C. R. Bacon, Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley, 2008.',
    'W. F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management, 1994.',
    'CFA Institute, Global Investment Performance Standards (GIPS), 2020.',
    'The documentation of quantstats, empyrical and PerformanceAnalytics.',
  ]);
}

/** For each day of a record's first year: the annualized return, had it been calculated, and the actual return, percent. */
function shortRecords(): { days: string[]; line: number[]; calendar: (number | null)[] } {
  const { days: all, values } = lineOf('cognitive-dynamic');
  const days = all.filter((day) => day < '2022-01-01');
  const line = days.map((_, t) => (values[t] / 100 - 1) * 100);
  const calendar = line.map((value, t) => {
    const years = yearsBetween(dayNumber(days[0]), dayNumber(days[t]));
    if (years < 0.02) return null;
    // annualizedReturn refuses to annualize less than a year.
    return ((1 + value / 100) ** (1 / years) - 1) * 100;
  });
  return { days, line, calendar };
}

function lineOf(id: string): { days: readonly string[]; values: number[]; benchmark: number[]; falls: number[] } {
  const { days, portfolio: values, benchmark } = sampleRecord(id);
  return { days, values, benchmark, falls: Array.from(drawdowns(values), (fall) => fall * 100) };
}

function monthly(portfolio: readonly number[], benchmark: readonly number[]): TrackRecord {
  const days = Int32Array.from(portfolio.length === 0 ? [] : [...portfolio, 0], (_, t) => dayFrom(2020, t + 1, 0));
  return { frequency: 'monthly', days, portfolio: valuesOf(portfolio), benchmark: valuesOf(benchmark), benchmark2: undefined };
}
