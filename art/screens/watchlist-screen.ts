import { percent } from '../../contract/figures/format.ts';
import { dailyVolatility } from '../market/market-figures.ts';
import type { Series } from '../market/series.ts';
import { line, axisScale, spark, under } from './charts.ts';
import { changeOver, lastDay, market, pastYear, sectorName, seriesOf, thisYear } from './data.ts';
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
  panel,
  path,
  rect,
  rule,
  screenTable,
  textAt,
} from './kit.ts';
import type { Screen } from './screen-list.ts';

const watched = ['HELX', 'LITH', 'MBNK', 'VITA', 'KRAN', 'ADRI', 'LUXE', 'TERN', 'CUPR', 'VELO', 'UST7'].map(seriesOf);
const tiles = ['NVLO', 'EXCH', 'FERR', 'HYDR'].map(seriesOf);

export const watchlistScreen: Screen = {
  id: 'watchlist',
  desktop: () =>
    desktopScreen('Watchlist', 'Watchlist', `${watched.length + tiles.length} securities. Close of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [
        button('Add a security', { x: x + w - 388, y: y - 62, w: 132, h: 34 }, { main: false }),
        tiles
          .map((series, i) => panel({ x: x + (i * (w + 14)) / 4, y, w: (w + 14) / 4 - 14, h: 158 }, '', (box) => tile(box, series)))
          .join(''),
        chips(['Core list', 'Ideas', 'To sell', 'Bonds'], x, y + 174, 0),
        panel({ x, y: y + 214, w: w - 268, h: h - 214 }, '', (box) => screenTable({ ...box, y: box.y + 2 }, columns, watched, 37.6, 2)),
        panel({ x: x + w - 252, y: y + 214, w: 252, h: h - 214 }, 'Alerts', alerts),
      ].join(''),
    ),
  mobile: () =>
    phoneScreen('Watchlist', `Core list. Close of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [
        tiles
          .slice(0, 2)
          .map((series, i) => panel({ x: x + (i * (w + 10)) / 2, y, w: (w + 10) / 2 - 10, h: 140 }, '', (box) => tile(box, series)))
          .join(''),
        panel({ x, y: y + 152, w, h: h - 152 }, '', entries),
      ].join(''),
    ),
};

function tile({ x, y, w, h }: Bounds, { security, prices, returns }: Series): string {
  const recent = prices.subarray(prices.length - 130);
  const moved = change(returns[returns.length - 1] * 100);
  const plot = { x: x - 18, y: y + h - 50, w: w + 36, h: 50 };
  const scale = axisScale(plot, Math.min(...recent), Math.max(...recent));
  const colour = recent[recent.length - 1] > recent[0] ? ink.gain : ink.loss;
  return [
    textAt(security.ticker, x, y + 12, { bold: true, size: 14, fill: ink.text }),
    textAt(moved.content, x + w, y + 12, { anchor: 'end', fill: moved.fill }),
    figure(prices[prices.length - 1].toFixed(2), x, y + 46, 30),
    area(under(plot, recent, scale, y + h + 15), colour, 0.09),
    path(line(plot, recent, scale), colour, 1.5),
  ].join('');
}

const columns: ReadonlyArray<TableColumn<Series>> = [
  { title: 'Security', share: 0.9, cell: ({ security }, box) => cell(security.ticker, box, { bold: true, fill: ink.text }) },
  { title: '', share: 2.2, cell: ({ security }, box) => cell(security.name, box, { size: 12.5 }) },
  { title: 'Sector', share: 1.4, cell: ({ security }, box) => cell(sectorName(security.sector), box, { size: 12, fill: ink.text3 }) },
  {
    title: 'Last',
    share: 1,
    end: true,
    cell: ({ prices }, box) => cell(prices[prices.length - 1].toFixed(2), box, { end: true, fill: ink.text }),
  },
  { title: 'Day', share: 1.1, end: true, cell: ({ returns }, box) => changeCell(returns[returns.length - 1] * 100, box) },
  { title: 'Month', share: 1.1, end: true, cell: ({ prices }, box) => changeCell(changeOver(prices, { months: 1 }), box, 1) },
  { title: 'This year', share: 1.1, end: true, cell: ({ prices }, box) => changeCell(thisYear(market.days, prices), box, 1) },
  {
    title: 'Volatility',
    share: 1,
    end: true,
    cell: ({ returns }, box) => cell(percent(dailyVolatility(pastYear(returns)), 1), box, { end: true }),
  },
  { title: '', share: 0.3, cell: () => '' },
  {
    title: 'Half a year',
    share: 1.2,
    cell: ({ prices }, box) =>
      spark(
        { x: box.x, y: box.y + 9, w: 72, h: 20 },
        prices.subarray(prices.length - 126).filter((_, i) => i % 3 === 0),
      ),
  },
];

function alerts({ x, y, w }: Bounds): string {
  const items = [...tiles, ...watched]
    .flatMap((series) => {
      const text = alertOf(series);
      return text ? [{ ticker: series.security.ticker, text }] : [];
    })
    .slice(0, 6);
  return items
    .map(({ ticker, text }, i) => {
      const top = y + i * 66;
      return [
        i > 0 ? rule(x, top - 4, w) : '',
        rect({ x, y: top + 12, w: 6, h: 6 }, i < 3 ? ink.primary : ink.strong, { radius: 3 }),
        textAt(ticker, x + 16, top + 19, { bold: true, fill: ink.text }),
        textAt(day(lastDay).slice(0, 6), x + w, top + 19, { size: 11.5, anchor: 'end', fill: ink.text3 }),
        textAt(text, x + 16, top + 40, { size: 12.5 }),
      ].join('');
    })
    .join('');
}

function alertOf({ prices, returns }: Series): string | undefined {
  const close = prices[prices.length - 1];
  const month = changeOver(prices, { months: 1 });
  const today = returns[returns.length - 1] * 100;
  if (close >= Math.max(...pastYear(prices, { base: true }))) return 'highest close in a year';
  if (Math.abs(today) > 1.9) return `moved ${change(today, 1).content} in a day`;
  if (Math.abs(month) > 7) return `${change(month, 1).content} within a month`;
  return undefined;
}

function entries({ x, y, w, h }: Bounds): string {
  const rows = watched.slice(0, 8);
  const step = h / rows.length;
  return rows
    .map(({ security, prices, returns }, i) => {
      const top = y + i * step;
      const moved = change(returns[returns.length - 1] * 100);
      return [
        i > 0 ? rule(x, top, w) : '',
        textAt(security.ticker, x, top + 20, { bold: true, fill: ink.text }),
        textAt(security.name, x, top + 37, { size: 11.5, fill: ink.text3 }),
        spark(
          { x: x + 160, y: top + 13, w: 62, h: 22 },
          prices.subarray(prices.length - 126).filter((_, k) => k % 3 === 0),
        ),
        textAt(prices[prices.length - 1].toFixed(2), x + w, top + 20, { anchor: 'end', fill: ink.text }),
        textAt(moved.content, x + w, top + 37, { size: 12, anchor: 'end', fill: moved.fill }),
      ].join('');
    })
    .join('');
}
