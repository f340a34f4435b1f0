import { monthlyReturns } from '../../contract/figures/calendar-returns.ts';
import { dayNumber } from '../market/calendar.ts';
import { percent } from '../../contract/figures/format.ts';
import { type Signal, signalsOfTheDay } from '../market/signals.ts';
import { levels, line, axisScale, spark, ticks, under } from './charts.ts';
import { changeOver, lastDay, market, pastYear, sectorName, seriesOf } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import {
  area,
  arrow,
  type Bounds,
  button,
  cell,
  changeCell,
  chips,
  type TableColumn,
  day,
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
import type { SectorId } from '../market/universe.ts';

const all = signalsOfTheDay(market);
export const shownSignals = [
  ...all.filter((signal) => signal.call === 'up').slice(0, 8),
  ...all.filter((signal) => signal.call === 'down').slice(0, 4),
].sort((a, b) => b.strength - a.strength);
const chosen = shownSignals[4];
const counts = { up: all.filter((signal) => signal.call === 'up').length, down: all.filter((signal) => signal.call === 'down').length };

export const signalsScreen: Screen = {
  id: 'signals-of-the-day',
  desktop: () =>
    desktopScreen(
      'Signals',
      'Signals of the day',
      `Universe: world, ${all.length} securities. After the close of ${day(lastDay)}`,
      ({ x, y, w, h }) =>
        [
          chips([`All ${all.length}`, `Rise ${counts.up}`, `Fall ${counts.down}`, 'Only holdings', 'Strength over 60'], x, y, 0),
          button('Agent settings', { x: x + w - 388, y: y - 62, w: 132, h: 34 }, { main: false }),
          panel({ x, y: y + 42, w: w - 328, h: h - 42 }, '', (box) =>
            screenTable({ ...box, y: box.y + 2 }, signalColumns, shownSignals, 49, 4),
          ),
          panel({ x: x + w - 312, y: y + 42, w: 312, h: h - 42 }, `${chosen.ticker}  ${chosen.name}`, (box) => detail(box)),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen('Signals of the day', `After the close of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [
        chips([`All ${all.length}`, `Rise ${counts.up}`, `Fall ${counts.down}`], x, y, 0),
        panel({ x, y: y + 38, w, h: h - 38 }, '', entries),
      ].join(''),
    ),
};

export const signalColumns: ReadonlyArray<TableColumn<Signal>> = [
  {
    title: 'Security',
    share: 2.5,
    cell: (signal, box) =>
      textAt(signal.ticker, box.x, box.y + 21, { bold: true, size: 13.5, fill: ink.text }) +
      textAt(signal.name, box.x, box.y + 38, { size: 11.5, fill: ink.text3 }),
  },
  { title: 'Sector', share: 1.5, cell: (signal, box) => cell(sectorName(signal.sector as SectorId), box, { size: 12.5 }) },
  { title: 'Half a year', share: 1.6, cell: (signal, box) => spark({ x: box.x, y: box.y + 13, w: 88, h: 24 }, signal.recent) },
  { title: 'Last', share: 1, end: true, cell: (signal, box) => cell(signal.price.toFixed(2), box, { end: true, fill: ink.text }) },
  { title: 'Day', share: 1.1, end: true, cell: (signal, box) => changeCell(signal.change, box) },
  { title: '', share: 0.3, cell: () => '' },
  { title: 'Signal', share: 1.5, cell: (signal, box) => call(signal, box.x, box.y + 22) },
  { title: 'Record', share: 1, end: true, cell: (signal, box) => cell(`${signal.right} of ${signal.calls}`, box, { end: true }) },
];

function call(signal: Signal, x: number, y: number): string {
  const up = signal.call === 'up';
  const colour = up ? ink.gain : ink.loss;
  return (
    arrow(up, x, y) +
    textAt(up ? 'Rise' : 'Fall', x + 15, y, { fill: colour }) +
    textAt(String(Math.round(signal.strength * 100)), x + 74, y, { anchor: 'end', size: 12, fill: ink.text3 }) +
    rect({ x, y: y + 9, w: 74, h: 3 }, ink.surface2, { radius: 1.5 }) +
    rect({ x, y: y + 9, w: 74 * signal.strength, h: 3 }, colour, { radius: 1.5 })
  );
}

function detail({ x, y, w, h }: Bounds): string {
  const { prices } = seriesOf(chosen.ticker);
  const recent = pastYear(prices, { base: true });
  const plot = { x, y: y + 62, w: w - 34, h: 150 };
  const low = Math.min(...recent);
  const high = Math.max(...recent);
  const scale = axisScale(plot, low, high);
  const reasons = [
    `Price rose in ${monthsUp(prices)} of the past twelve months`,
    `Up ${percent(changeOver(prices, { months: 12 }), 0)} in a year, ${percent(changeOver(prices, { months: 6 }), 0)} in half a year`,
    `${all.filter((signal) => signal.sector === chosen.sector && signal.call === 'up').length} of ${all.filter((signal) => signal.sector === chosen.sector).length} in its sector rise too`,
  ];
  const size = w / 36;
  const foot = y + h - 44;
  return [
    arrow(true, x, y + 22),
    textAt('Rise', x + 16, y + 22, { size: 20, bold: true, fill: ink.gain }),
    textAt('over the next month', x + 64, y + 22, { fill: ink.text3 }),
    levels(plot, scale, ticks(low, high, 4), (value) => value.toFixed(0)),
    area(under(plot, recent, scale, plot.y + plot.h), ink.gain, 0.08),
    path(line(plot, recent, scale), ink.gain, 1.6),
    textAt('What speaks for it', x, y + 250, { bold: true, fill: ink.text }),
    reasons.map((reason, i) => textAt(reason, x, y + 274 + i * 22, { size: 12.5 })).join(''),
    rule(x, y + 338, w),
    stat('Calls right', `${chosen.right} of ${chosen.calls}`, x, y + 364),
    stat('Strength', `${Math.round(chosen.strength * 100)}`, x + 130, y + 364),
    textAt('Monthly calls since 2021', x, y + 426, { size: 12, fill: ink.text3 }),
    chosen.record
      .split('')
      .map((right, i) => rect({ x: x + i * size, y: y + 438, w: size - 2, h: 16 }, right === '1' ? ink.primary : ink.surface2))
      .join(''),
    button('Add to a portfolio', { x, y: foot, w: w / 2 - 6 + 30, h: 36 }),
    button('Mute', { x: x + w / 2 + 36, y: foot, w: w / 2 - 36, h: 36 }, { main: false }),
  ].join('');
}

function monthsUp(prices: Float64Array): number {
  const days = Int32Array.from(market.days, dayNumber);
  return monthlyReturns(days, prices)
    .slice(-12)
    .filter(({ value }) => value > 0).length;
}

function entries({ x, y, w, h }: Bounds): string {
  const rows = shownSignals.slice(0, 9);
  const step = h / rows.length;
  return rows
    .map((signal, i) => {
      const top = y + i * step;
      return [
        i > 0 ? rule(x, top, w) : '',
        textAt(signal.ticker, x, top + 24, { bold: true, fill: ink.text }),
        textAt(signal.name, x, top + 41, { size: 11.5, fill: ink.text3 }),
        spark({ x: x + 138, y: top + 16, w: 56, h: 22 }, signal.recent),
        call(signal, x + 212, top + 25),
        textAt(`${signal.right}/${signal.calls}`, x + w, top + 29, { anchor: 'end', fill: ink.text }),
      ].join('');
    })
    .join('');
}
