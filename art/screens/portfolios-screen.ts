import { percent } from '../../contract/figures/format.ts';
import { figuresOf } from '../market/market-figures.ts';
import { samplePortfolios, type SamplePortfolio } from '../market/portfolios.ts';
import { dates, levels, line, axisScale, spark, ticks, under } from './charts.ts';
import { lastDay, thisYear } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import {
  area,
  type Bounds,
  button,
  cell,
  change,
  changeCell,
  chips,
  type TableColumn,
  day,
  figure,
  ink,
  money,
  panel,
  path,
  rule,
  stat,
  screenTable,
  textAt,
} from './kit.ts';
import type { Screen } from './screen-list.ts';

/** Thousands of euro invested in each sample portfolio. */
const invested = [48_200, 63_500, 21_750, 84_900, 37_300, 18_600];
const rows = samplePortfolios().map((portfolio, i) => ({
  portfolio,
  money: invested[i],
  figures: figuresOf(portfolio.days, portfolio.values),
}));
type Row = (typeof rows)[number];
const total = invested.reduce((sum, value) => sum + value, 0);
const common = rows[rows.length - 1].portfolio.days;

export const portfoliosScreen: Screen = {
  id: 'my-portfolios',
  desktop: () =>
    desktopScreen(
      'Portfolios',
      'My portfolios',
      `${rows.length} portfolios. Values of ${day(lastDay)}, net of costs and fees`,
      ({ x, y, w, h }) =>
        [
          panel({ x, y, w, h: 262 }, '', (box) => overview(box, true)),
          panel({ x, y: y + 278, w, h: h - 278 }, 'All portfolios', (box) => screenTable({ ...box, y: box.y + 6 }, columns, rows, 53, 3), {
            note: 'Sorted by group',
          }),
          button('New portfolio', { x: x + w - 388, y: y - 62, w: 132, h: 34 }),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen('My portfolios', `Values of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [
        panel({ x, y, w, h: 200 }, '', (box) => overview(box, false)),
        panel({ x, y: y + 212, w, h: h - 212 }, 'All portfolios', entries),
      ].join(''),
    ),
};

const sums = Float64Array.from(common, (date) =>
  rows.reduce((sum, { portfolio, money: now }) => {
    const at = portfolio.days.length - common.length + common.indexOf(date);
    return sum + (now * portfolio.values[at]) / portfolio.values[portfolio.values.length - 1];
  }, 0),
);

const whole = figuresOf(common, sums);

function overview({ x, y, w, h }: Bounds, wide: boolean): string {
  const year = thisYear(common, sums);
  const moved = change((sums[sums.length - 1] / sums[sums.length - 2] - 1) * 100);
  const plot = wide ? { x: x + 300, y: y + 30, w: w - 340, h: h - 58 } : { x, y: y + 84, w: w - 34, h: h - 104 };
  const low = Math.min(...sums) * 0.98;
  const high = Math.max(...sums) * 1.02;
  const scale = axisScale(plot, low, high);
  return [
    textAt('Assets under management', x, y + 12, { size: 12, fill: ink.text3 }),
    figure(`€ ${money(total / 1000, 1)} m`, x, y + (wide ? 58 : 50), wide ? 46 : 36),
    textAt(`${moved.content} today`, wide ? x : x + w, y + (wide ? 86 : 26), { fill: moved.fill, anchor: wide ? 'start' : 'end' }),
    wide
      ? stat('This year', change(year, 1).content, x, y + 132, { fill: ink.gain }) +
        stat('Volatility', percent(whole.volatility, 1), x + 108, y + 132) +
        stat('Deepest fall', change(whole.maxDrawdown, 1).content, x + 196, y + 132) +
        chips(['1Y', '3Y', 'All'], plot.x + plot.w - 132, y - 4, 2) +
        textAt('Value of the book, million euro', plot.x, y + 12, { size: 12, fill: ink.text3 })
      : textAt(`${change(year, 1).content} this year`, x + w, y + 48, { size: 12, fill: ink.text3, anchor: 'end' }),
    levels(plot, scale, ticks(low, high, wide ? 4 : 3), (value) => (value / 1000).toFixed(0)),
    dates(
      plot,
      common,
      (date) => date.slice(0, 4),
      (date) => date.slice(0, 4),
    ),
    area(under(plot, sums, scale, plot.y + plot.h), ink.primary, 0.1),
    path(line(plot, sums, scale), ink.primary, 2),
  ].join('');
}

const columns: ReadonlyArray<TableColumn<Row>> = [
  {
    title: 'Portfolio',
    share: 3.1,
    cell: ({ portfolio }, box) =>
      textAt(portfolio.shortName, box.x, box.y + 23, { bold: true, size: 14, fill: ink.text }) +
      textAt(portfolio.subName, box.x, box.y + 41, { size: 12, fill: ink.text3 }),
  },
  { title: 'Three years', share: 1.7, cell: ({ portfolio }, box) => spark({ x: box.x, y: box.y + 14, w: 118, h: 26 }, thinned(portfolio)) },
  {
    title: 'Value, € m',
    share: 1.1,
    end: true,
    cell: (row, box) => cell((row.money / 1000).toFixed(1), box, { end: true, fill: ink.text }),
  },
  {
    title: 'This year',
    share: 1.1,
    end: true,
    cell: ({ portfolio }, box) => changeCell(thisYear(portfolio.days, portfolio.values), box, 1),
  },
  { title: 'A year', share: 1.1, end: true, cell: (row, box) => changeCell(row.figures.net, box, 1) },
  {
    title: 'Volatility',
    share: 1.1,
    end: true,
    cell: (row, box) => cell(percent(row.figures.volatility, 1), box, { end: true }),
  },
  {
    title: 'Deepest fall',
    share: 1.2,
    end: true,
    cell: (row, box) => cell(change(row.figures.maxDrawdown, 1).content, box, { end: true }),
  },
  {
    title: 'Benchmark',
    share: 2.4,
    end: true,
    cell: ({ portfolio }, box) => cell(portfolio.benchmark.name, box, { end: true, size: 12, fill: ink.text3 }),
  },
];

function thinned({ values }: SamplePortfolio): number[] {
  return Array.from(values.subarray(values.length - 780)).filter((_, i) => i % 8 === 0);
}

function entries({ x, y, w, h }: Bounds): string {
  const step = h / rows.length;
  return rows
    .map(({ portfolio, money: now }, i) => {
      const year = change(thisYear(portfolio.days, portfolio.values), 1);
      const top = y + i * step;
      return [
        rule(x, top, w),
        textAt(portfolio.shortName, x, top + 22, { bold: true, fill: ink.text }),
        textAt(`€ ${(now / 1000).toFixed(1)} m`, x, top + 40, { size: 12, fill: ink.text3 }),
        spark({ x: x + w - 142, y: top + 13, w: 66, h: 24 }, thinned(portfolio)),
        textAt(year.content, x + w, top + 30, { anchor: 'end', fill: year.fill }),
      ].join('');
    })
    .join('');
}
