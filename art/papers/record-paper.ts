import { yearsBetween } from '../../contract/figures/days.ts';
import { longDate, percent, signed, signedPercent } from '../../contract/figures/format.ts';
import { annualizedReturn, returnsOf } from '../../contract/figures/returns.ts';
import { sharpeRatio } from '../../contract/figures/risk.ts';
import { PERIODS_A_YEAR } from '../../contract/portfolio.ts';
import { drawChart, drawLegend } from '../../server/reports/pdf/chart.ts';
import type { Sheet } from '../../server/reports/pdf/sheet.ts';
import { dark, light, onDark, onLight } from '../../ui/tokens.ts';
import { dayNumber } from '../market/calendar.ts';
import { sampleRecord, sampleRecords } from '../market/sample-records.ts';
import { chanceRecord, deepestFalls, expectedBest, normalBelow } from './chance.ts';
import { drawTraces } from './motif.ts';
import { PaperDocument, type DrawingBounds } from './paper-layout.ts';

const MANAGERS = 100;
const YEARS = 5;

export async function recordPaper(made: Date): Promise<Uint8Array> {
  const managers = Array.from({ length: MANAGERS }, (_, index) => chanceRecord(`manager ${index}`, YEARS));
  const best = managers.reduce((one, other) => (last(other) > last(one) ? other : one));
  const paper = new PaperDocument({
    title: 'What a track record can and cannot tell',
    lead: 'How long is long enough, how good luck can look, and what to ask before you believe.',
    kind: 'Research paper',
    date: 'January 2025',
    made,
    motif: (sheet, { y, height }) =>
      drawTraces(sheet, { y, height }, [
        ...managers.map((values) => ({ values, color: onDark.faint, width: 0.6 })),
        { values: best, color: dark.primary, width: 2 },
      ]),
  });
  opening(paper, best);
  certainty(paper);
  selection(paper, managers, best);
  losses(paper);
  falls(paper);
  beginnings(paper);
  absent(paper);
  questions(paper);
  return paper.finish();
}

function opening(paper: PaperDocument, best: Float64Array): void {
  const annual = annualizedReturn(last(best) - 1, YEARS) * 100;
  const ratio = sharpeRatio(returnsOf(best), PERIODS_A_YEAR.monthly, 0) ?? Number.NaN;
  paper.heading('A curve without skill');
  paper.para(
    `The orange line above is a fund manager’s: ${signedPercent(annual, 1)} a year for ${YEARS} years, Sharpe ratio ${signed(ratio)}. The manager is a random generator without any skill whatever. It is the best of ${MANAGERS} such generators, and the other ${MANAGERS - 1} are the lines behind it.`,
  );
  paper.para(
    'A track record is a sample of what its maker can do, and it is a small one. It can tell a lot: what really happened, how much it swung, how it behaved beside its benchmark on the days that mattered. It cannot tell skill from luck as early as most people believe. This paper says how early, in numbers that you can carry to the next presentation.',
  );
}

function certainty(paper: PaperDocument): void {
  const { row, fraction, root, sup } = paper.kit;
  paper.heading('How sure is a Sharpe ratio?');
  paper.para(
    'Every figure of a record comes with an error, because another five years would have given another figure. For the Sharpe ratio S of y years, valued k times a year, the standard error is',
  );
  paper.formula(
    row('e  =  ', root(row(fraction(row('1'), row('y')), ' ( 1  +  ', fraction(row('S', sup('2')), row('2 k')), ' )'))),
    'Standard error',
  );
  paper.para(
    'The second term is next to nothing, so the rule for the head is: one over the root of the years. After four years a Sharpe ratio is known to within 0.5 either way, and twice that if you want to be right nineteen times in twenty. Note what is not in the rule: how often the record is valued. Daily values make the volatility more exact, but the average return only becomes clear with time.',
  );
  const rows = sampleSharpes();
  const clear = rows.filter(({ low }) => low > 0).length;
  paper.figure(
    rows.length * 22 + 18,
    `Sharpe ratios of the six sample portfolios to the end of 2024 (no risk-free rate), with two standard errors to either side. ${clear === 0 ? 'None' : clear} of the six is clear of zero, let alone of the others.`,
    (frame) => drawIntervals(paper.sheet, frame, rows),
  );
  paper.para('Turned round, the rule says how long a record must be before a Sharpe ratio is two standard errors from zero:');
  const ratios = [0.3, 0.5, 0.8, 1, 1.5, 2];
  paper.table(
    [{ title: 'True Sharpe ratio', width: 115, align: 'left' }, ...ratios.map((ratio) => ({ title: ratio.toFixed(1), width: 50 }))],
    [['Years needed', ...ratios.map((ratio) => years((2 / ratio) ** 2))]],
    'Stock markets as a whole have earned a Sharpe ratio of 0.3 to 0.5 over long times. Nobody waits for the proof, which is why it is sold before.',
  );
}

function selection(paper: PaperDocument, managers: readonly Float64Array[], best: Float64Array): void {
  const better = managers.filter((values) => last(values) > 1.05 ** YEARS).length;
  paper.heading('The best of many');
  paper.para(
    `You do not meet managers at random. You meet those whose records were good enough to be shown. Of the ${MANAGERS} skill-free ones, ${better} earned more than 5% a year for ${YEARS} years. Show only those, and the room is full of talent.`,
  );
  paper.figure(
    128,
    `${MANAGERS} records of chance, ${YEARS} years of monthly returns with a volatility of 12% and an expected return of nothing. Growth of 100; the best in orange, the middle of all in blue.`,
    ({ x, y, width }) => {
      const middle = Array.from(best, (_, t) => managers.map((values) => values[t]).sort((a, b) => a - b)[MANAGERS / 2] * 100);
      const faint = managers.map((values) => ({ values: hundred(values), color: onLight.faint, width: 0.4 }));
      const lines = [
        ...faint,
        { values: middle, color: light.primary, width: 1.3 },
        { values: hundred(best), color: onLight.orange, width: 1.6 },
      ];
      drawChart(paper.sheet, { x, y, width, height: 124 }, { lines, format: String, ticks: 4 });
    },
  );
  paper.para('How good the best of many looks by chance alone follows from how many there were and how long they were watched:');
  const counts = [1, 10, 100, 1000];
  paper.table(
    [
      { title: 'Records compared', width: 115, align: 'left' },
      ...[1, 3, 5, 10].map((y) => ({ title: y === 1 ? '1 year' : `${y} years`, width: 70 })),
    ],
    counts.map((count) => [
      count.toLocaleString('en-GB'),
      ...[1, 3, 5, 10].map((y) => (count === 1 ? '0.00' : (expectedBest(count) / Math.sqrt(y)).toFixed(2))),
    ]),
    'Sharpe ratio that the best of so many records shows on average when none of them has any skill.',
  );
  paper.para(
    'The same holds inside one house. A rule that was chosen from a thousand variants on five years of data must show more than a Sharpe ratio of 1.4 before it has shown anything. So ask of every backtest: how many were tried? And look at the days after the choice was made, which are the only ones that count.',
  );
}

function losses(paper: PaperDocument): void {
  const spans = [1 / 12, 1, 3, 5, 10];
  const chance = (sharpe: number, span: number) => Math.round(normalBelow(-sharpe * Math.sqrt(span)) * 100);
  paper.heading('Good records lose, too');
  paper.para(
    `The error works both ways. A bad year is poor evidence against a manager. With a true Sharpe ratio of 0.5, which is a good one, ${chance(0.5, 1)} years in a hundred end below where they began, and so do ${chance(0.5, 3)} of a hundred periods of three years. Who dismisses after three bad years dismisses many of the good, and hires those who were lucky meanwhile.`,
  );
  paper.table(
    [
      { title: 'True Sharpe ratio', width: 115, align: 'left' },
      ...['1 month', '1 year', '3 years', '5 years', '10 years'].map((title) => ({ title, width: 58 })),
    ],
    [0.3, 0.5, 1, 1.5].map((sharpe) => [sharpe.toFixed(1), ...spans.map((span) => `${chance(sharpe, span)}%`)]),
    'Probability of a loss over a period, from the true Sharpe ratio alone.',
  );
}

function falls(paper: PaperDocument): void {
  const { middle, worst } = deepestFalls(20, 0.5);
  paper.heading('The deepest fall is still to come');
  paper.para(
    `A deepest drawdown can only grow. It is a property of the length of a record as much as of its maker: the same strategy (Sharpe ratio 0.5, volatility 12%) has a deepest fall of ${percent(Math.abs(middle[3]), 0)} behind it after three years and of ${percent(Math.abs(middle[20]), 0)} after twenty, in the middle of many cases. One in ten falls by ${percent(Math.abs(worst[20]), 0)} or more.`,
  );
  paper.figure(
    106,
    'Deepest fall so far against the length of a record, in years. Blue: half of all cases fall deeper. Red: one case in ten does. 1,500 simulated records.',
    (frame) => drawFalls(paper.sheet, frame, { middle, worst }),
  );
  paper.para(
    'Two records can therefore be compared by their deepest falls over the same days only. And a plan that would not survive twice the worst fall of a short record is a plan for good weather.',
  );
}

function beginnings(paper: PaperDocument): void {
  const { days, own, other } = byFirstDay();
  const low = Math.min(...own);
  const high = Math.max(...own);
  paper.heading('Another first day');
  paper.para(
    `Every annualized return depends on two days, and one of them was chosen: by the fund’s launch, by a quarter’s end, by whoever made the chart. The sample portfolio Global Trend has earned between ${signedPercent(low, 1)} and ${signedPercent(high, 1)} a year to the end of 2024, according to the day you begin to count. Nothing else was changed.`,
  );
  paper.figure(
    124,
    `Annualized return to ${longDate('2024-12-31')} by the first day counted: the portfolio in blue, its benchmark in grey. The record and its last day are the same everywhere.`,
    ({ x, y, width }) => {
      const lines = [
        { values: other, color: onLight.benchmark, width: 1 },
        { values: own, color: light.primary, width: 1.3 },
      ];
      drawChart(paper.sheet, { x, y, width, height: 120 }, { days, lines, format: (value) => signedPercent(value, 0) });
    },
  );
}

function absent(paper: PaperDocument): void {
  paper.heading('What no record contains');
  paper.list([
    'The others. Funds that failed are closed, and their records with them. What is left to compare with is better than what was there to choose from.',
    'The time before. A record that begins when the product was sold may continue a backtest. Ask where the real money starts, and count from there.',
    'The same people, method and size. A record belongs to whoever made it, by the method of the time, with the money of the time. What earned ten per cent on ten million may not work with a billion.',
    'Estimated values. Where prices are appraised and not traded, they are smoothed: the volatility is too low, the Sharpe ratio too high, and the correlation with everything too small.',
    'Your own result. Fees of your share class, taxes, currency, and the days on which you came and went. The investor’s return is usually below the fund’s.',
    'The next market. Nothing in five calm years says what happens in the sixth.',
  ]);
}

function questions(paper: PaperDocument): void {
  paper.heading('Ten questions', 190);
  paper.list([
    'Is it real money, and from which day on?',
    'Net of which fees and costs, in which currency?',
    'Against which benchmark, chosen when, with dividends?',
    'How many years? One over their root is the error of the Sharpe ratio.',
    'How many other records, funds or variants were there to choose from?',
    'Is the deepest fall one of a long record or of a short one?',
    'What does it look like from another first day?',
    'Who made the decisions then, and who makes them now?',
    'How much money was in it when most of the return was earned?',
    'May I have the daily values, to compute all of it myself?',
  ]);
  paper.para(
    'A maker who has good answers is worth meeting even if the curve is dull. For every portfolio on our site the answers to the second, third and fourth question are on its page; and as long as it shows sample data, the answer to the first is no.',
  );
  paper.sources([
    'A. W. Lo, The Statistics of Sharpe Ratios, Financial Analysts Journal, 2002.',
    'D. H. Bailey and M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management, 2014.',
    'M. Magdon-Ismail and A. F. Atiya, Maximum Drawdown, Risk, 2004.',
    'S. J. Brown, W. N. Goetzmann, R. G. Ibbotson and S. A. Ross, Survivorship Bias in Performance Studies, Review of Financial Studies, 1992.',
  ]);
}

type Interval = { name: string; years: number; sharpe: number; low: number; high: number };

function sampleSharpes(): Interval[] {
  const { days, portfolios } = sampleRecords();
  return portfolios
    .map(({ about, portfolio }) => {
      const span = yearsBetween(dayNumber(days[days.length - portfolio.length]), dayNumber(days[days.length - 1]));
      const sharpe = sharpeRatio(returnsOf(Float64Array.from(portfolio)), PERIODS_A_YEAR.daily, 0) ?? Number.NaN;
      const error = Math.sqrt((1 + sharpe ** 2 / (2 * PERIODS_A_YEAR.daily)) / span);
      return { name: about.shortName, years: span, sharpe, low: sharpe - 2 * error, high: sharpe + 2 * error };
    })
    .sort((a, b) => b.sharpe - a.sharpe);
}

function drawIntervals(sheet: Sheet, { x, y, width }: DrawingBounds, rows: readonly Interval[]): void {
  const plot = { x: x + 200, width: width - 216 };
  const low = Math.floor(Math.min(0, ...rows.map((row) => row.low)) * 2) / 2;
  const high = Math.ceil(Math.max(...rows.map((row) => row.high)) * 2) / 2;
  const at = (value: number) => plot.x + (plot.width * (value - low)) / (high - low);
  const bottom = y + rows.length * 22;
  for (let tick = low; tick <= high + 1e-9; tick += 0.5) {
    sheet.doc.lineWidth(0.6).moveTo(at(tick), y).lineTo(at(tick), bottom);
    sheet.doc.stroke(tick === 0 ? light['ink-3'] : light.line);
    const label = tick === 0 ? '0' : signed(tick, 1);
    sheet.text(label, at(tick) - 20, bottom + 4, { size: 7.5, color: light['ink-3'], width: 40, align: 'center' });
  }
  rows.forEach((row, index) => {
    const middle = y + index * 22 + 11;
    sheet.text(row.name, x, middle - 6, { size: 9.5 });
    sheet.text(`${row.years.toFixed(0)} years`, x + 112, middle - 6, { size: 9.5, color: light['ink-3'], width: 40, align: 'right' });
    sheet.text(signed(row.sharpe), x + 156, middle - 6, { size: 9.5, face: 'semibold', width: 32, align: 'right' });
    sheet.doc.lineWidth(1.6).moveTo(at(row.low), middle).lineTo(at(row.high), middle).stroke(onDark.node);
    sheet.doc.circle(at(row.sharpe), middle, 3.4).fill(light.primary);
  });
}

function drawFalls(sheet: Sheet, { x, y, width }: DrawingBounds, { middle, worst }: { middle: number[]; worst: number[] }): void {
  drawLegend(sheet, x, y, [
    { name: 'The middle case', color: light.primary },
    { name: 'One in ten is worse', color: light.loss },
  ]);
  const lines = [
    { values: worst, color: light.loss, width: 1.2 },
    { values: middle, color: light.primary, width: 1.4 },
  ];
  drawChart(sheet, { x, y: y + 16, width, height: 76 }, { lines, format: (value) => signedPercent(value, 0), ticks: 3 });
  for (let year = 0; year <= 20; year += 5) {
    const at = x + ((width - 34) * year) / 20;
    sheet.text(String(year), at - (year === 0 ? 0 : 12), y + 95, {
      size: 7.5,
      color: light['ink-3'],
      width: 24,
      align: year === 0 ? 'left' : 'center',
    });
  }
}

/**
 * Annualized returns of Global Trend and its benchmark up to the last day, by the first day counted: every tenth day, up to two years before the
 * last.
 */
function byFirstDay(): { days: string[]; own: number[]; other: number[] } {
  const { days, portfolio, benchmark } = sampleRecord('global-trend');
  const last = days.length - 1;
  const starts = Array.from({ length: Math.floor((last - 500) / 10) }, (_, index) => index * 10);
  const rate = (values: readonly number[], t: number) =>
    annualizedReturn(values[last] / values[t] - 1, yearsBetween(dayNumber(days[t]), dayNumber(days[last]))) * 100;
  return {
    days: starts.map((t) => days[t]),
    own: starts.map((t) => rate(portfolio, t)),
    other: starts.map((t) => rate(benchmark, t)),
  };
}

function last(values: Float64Array): number {
  return values[values.length - 1];
}

function hundred(values: Float64Array): number[] {
  return Array.from(values, (value) => value * 100);
}

function years(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}
