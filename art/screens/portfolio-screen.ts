import { percent } from '../../contract/figures/format.ts';
import { returnsOf } from '../../contract/figures/returns.ts';
import { deviation } from '../../contract/figures/risk.ts';
import { correlation } from '../market/correlation.ts';
import { figuresOf } from '../market/market-figures.ts';
import { samplePortfolio } from '../market/portfolios.ts';
import { sectors } from '../market/universe.ts';
import { dates, levels, line, rows, axisScale, spark, ticks } from './charts.ts';
import { changeOver, lastDay, market, pastYear, thisYear } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import {
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
  panel,
  path,
  rect,
  rule,
  stat,
  screenTable,
  textAt,
} from './kit.ts';
import type { Screen } from './screen-list.ts';

const portfolio = samplePortfolio('global-trend');
const { days, values, benchmark, holdings } = portfolio;
const own = figuresOf(days, values);
const VALUE = 48.2;

export const portfolioScreen: Screen = {
  id: 'portfolio-view',
  desktop: () =>
    desktopScreen(
      'Portfolios',
      portfolio.shortName,
      `${portfolio.subName}. Against ${benchmark.name}. Values of ${day(lastDay)}`,
      ({ x, y, w, h }) =>
        [
          button('Rebalance', { x: x + w - 372, y: y - 62, w: 116, h: 34 }),
          panel({ x, y, w: w - 344, h: 300 }, '', (box) => growth(box, true)),
          panel({ x: x + w - 328, y, w: 328, h: 300 }, 'By sector, percent', (box) =>
            rows(box, bySector, { show: (value) => value.toFixed(0) }),
          ),
          panel(
            { x, y: y + 316, w: w - 344, h: h - 316 },
            'Holdings',
            (box) => screenTable({ ...box, y: box.y + 2 }, columns, parts.slice(0, 9), 32.4),
            { note: `${holdings.length} securities` },
          ),
          panel({ x: x + w - 328, y: y + 316, w: 328, h: h - 316 }, 'Where the risk comes from', risks, { note: 'percent of variance' }),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen(portfolio.shortName, `Values of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [
        panel({ x, y, w, h: 246 }, '', (box) => growth(box, false)),
        panel({ x, y: y + 258, w, h: h - 258 }, 'By sector, percent', (box) =>
          rows(box, bySector, { show: (value) => value.toFixed(0), name: 84 }),
        ),
      ].join(''),
    ),
};

const moves = pastYear(returnsOf(values));

/** A holding's contribution to the portfolio's risk, from its weight, its volatility and its correlation with the portfolio. */
const parts = holdings.map(({ series, weight }) => {
  const returns = pastYear(series.returns);
  return { series, weight, risk: (weight * deviation(returns) * correlation(returns, moves, 0)) / deviation(moves) };
});
type Row = (typeof parts)[number];
const riskTotal = parts.reduce((sum, part) => sum + part.risk, 0);

const bySector = sectors
  .map(({ id, name }): [string, number] => [
    name,
    parts.reduce((sum, part) => sum + (part.series.security.sector === id ? part.weight * 100 : 0), 0),
  ])
  .filter(([, share]) => share > 0)
  .sort((a, b) => b[1] - a[1]);

function growth({ x, y, w, h }: Bounds, wide: boolean): string {
  const year = thisYear(days, values);
  const plot = wide ? { x, y: y + 82, w: w - 34, h: h - 104 } : { x, y: y + 92, w: w - 34, h: h - 112 };
  const mine = Array.from(values, (value) => value * 100);
  const theirs = Array.from(benchmark.values, (value) => value * 100);
  const low = Math.min(...mine, ...theirs);
  const high = Math.max(...mine, ...theirs);
  const scale = axisScale(plot, low, high);
  const wideStats = [
    stat('This year', change(year, 1).content, x + 150, y + 12, { fill: ink.gain }),
    stat('A year', change(own.net, 1).content, x + 252, y + 12),
    stat('Volatility', percent(own.volatility, 1), x + 346, y + 12),
    stat('Deepest fall', change(own.maxDrawdown, 1).content, x + 440, y + 12),
    chips(['1Y', '3Y', 'All'], x + w - 138, y + 8, 2),
  ];
  return [
    textAt('Value', x, y + 12, { size: 12, fill: ink.text3 }),
    figure(`€ ${VALUE} m`, x, y + 48, 34),
    wide
      ? wideStats.join('')
      : stat('This year', change(year, 1).content, x + 150, y + 12, { fill: ink.gain }) +
        stat('A year', change(own.net, 1).content, x + 244, y + 12),
    wide ? '' : textAt(`Since ${days[1].slice(0, 4)}, growth of 100`, x, y + 76, { size: 12, fill: ink.text3 }),
    levels(plot, scale, ticks(low, high, 4), (value) => value.toFixed(0)),
    dates(
      plot,
      days.slice(1),
      (date) => date.slice(0, 4),
      (date) => date.slice(0, 4),
    ),
    path(line(plot, theirs, scale), ink.blue, 1.4),
    path(line(plot, mine, scale), ink.primary, 2),
  ].join('');
}

const columns: ReadonlyArray<TableColumn<Row>> = [
  { title: 'Security', share: 0.8, cell: ({ series }, box) => cell(series.security.ticker, box, { bold: true, fill: ink.text }) },
  { title: '', share: 2.1, cell: ({ series }, box) => cell(series.security.name, box, { size: 12.5 }) },
  {
    title: 'Weight',
    share: 0.9,
    end: true,
    cell: (row, box) => cell(percent(row.weight * 100, 1), box, { end: true, fill: ink.text }),
  },
  { title: 'Value, € m', share: 1, end: true, cell: (row, box) => cell((row.weight * VALUE).toFixed(2), box, { end: true }) },
  { title: 'Month', share: 1, end: true, cell: ({ series }, box) => changeCell(changeOver(series.prices, { months: 1 }), box, 1) },
  { title: 'This year', share: 1, end: true, cell: ({ series }, box) => changeCell(thisYear(market.days, series.prices), box, 1) },
  { title: '', share: 0.35, cell: () => '' },
  {
    title: 'Half a year',
    share: 1.2,
    cell: ({ series }, box) =>
      spark(
        { x: box.x, y: box.y + 7, w: 78, h: 18 },
        series.prices.subarray(series.prices.length - 126).filter((_, i) => i % 3 === 0),
      ),
  },
];

function risks({ x, y, w, h }: Bounds): string {
  const entries = parts.toSorted((a, b) => b.risk - a.risk).slice(0, 8);
  const step = h / entries.length;
  const most = entries[0].risk / riskTotal;
  return entries
    .map(({ series, weight, risk }, i) => {
      const top = y + i * step;
      const share = risk / riskTotal;
      const room = w - 110;
      return [
        i > 0 ? rule(x, top, w) : '',
        textAt(series.security.ticker, x, top + step / 2 + 4, { bold: true, fill: ink.text }),
        rect({ x: x + 60, y: top + step / 2 - 6, w: (room * share) / most, h: 7 }, ink.primary),
        rect({ x: x + 60, y: top + step / 2 + 3, w: (room * weight) / most, h: 3 }, ink.strong),
        textAt((share * 100).toFixed(1), x + w, top + step / 2 + 4, { anchor: 'end' }),
      ].join('');
    })
    .join('');
}
