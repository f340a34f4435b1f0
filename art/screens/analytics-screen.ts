import { percent, signed } from '../../contract/figures/format.ts';
import { monthlyReturns } from '../../contract/figures/calendar-returns.ts';
import { dayNumber } from '../market/calendar.ts';
import { returnsOf } from '../../contract/figures/returns.ts';
import { fallsOf, figuresOf, rollingVolatility } from '../market/market-figures.ts';
import { samplePortfolio } from '../market/portfolios.ts';
import { onDark } from '../../ui/tokens.ts';
import { across, bars, dates, levels, line, axisScale, ticks, under } from './charts.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import { area, type Bounds, change, chips, day, ink, panel, path, rect, stat, textAt } from './kit.ts';
import type { Screen } from './screen-list.ts';

const portfolio = samplePortfolio('cognitive-multi-strategy');
const { days, values, benchmark } = portfolio;
const own = figuresOf(days, values);
const other = figuresOf(days, benchmark.values);
const year = (date: string) => date.slice(0, 4);

export const analyticsScreen: Screen = {
  id: 'analytics',
  desktop: () =>
    desktopScreen(
      'Analytics',
      'Returns and volatility',
      `${portfolio.shortName} against ${benchmark.name}, net, ${day(days[0])} to ${day(days[days.length - 1])}`,
      ({ x, y, w, h }) => {
        const left = w * 0.58;
        return [
          chips(['Returns', 'Risk', 'Attribution', 'Stress'], x, y, 0),
          panel({ x, y: y + 42, w: left, h: 262 }, 'Growth of 100', (box) => growth(box), { note: 'orange: portfolio, blue: benchmark' }),
          panel({ x, y: y + 320, w: left, h: h - 320 }, 'Volatility, 60 days, and fall from the peak', risk),
          panel({ x: x + left + 16, y: y + 42, w: w - left - 16, h: 112 }, '', figures),
          panel({ x: x + left + 16, y: y + 170, w: w - left - 16, h: 262 }, 'Monthly returns, percent', heatMap),
          panel({ x: x + left + 16, y: y + 448, w: w - left - 16, h: h - 448 }, 'Daily returns', histogram, {
            note: `${values.length - 1} days`,
          }),
        ].join('');
      },
    ),
  mobile: () =>
    phoneScreen('Returns and volatility', `${portfolio.shortName}, net, to ${day(days[days.length - 1])}`, ({ x, y, w, h }) =>
      [
        panel({ x, y, w, h: 214 }, 'Growth of 100', growth),
        panel({ x, y: y + 226, w, h: h - 226 }, 'Monthly returns, percent', heatMap),
      ].join(''),
    ),
};

const per100 = (list: Float64Array) => Array.from(list, (value) => value * 100);

function growth({ x, y, w, h }: Bounds): string {
  const plot = { x, y: y + 6, w: w - 32, h: h - 24 };
  const mine = per100(values);
  const theirs = per100(benchmark.values);
  const low = Math.min(...mine, ...theirs);
  const high = Math.max(...mine, ...theirs);
  const scale = axisScale(plot, low, high);
  return [
    levels(plot, scale, ticks(low, high, 5), (value) => value.toFixed(0)),
    dates(plot, days.slice(1), year, year),
    path(line(plot, theirs, scale), ink.blue, 1.4),
    path(line(plot, mine, scale), ink.primary, 2),
  ].join('');
}

function risk({ x, y, w, h }: Bounds): string {
  const plot = { x, y: y + 4, w: w - 32, h: h * 0.5 };
  const fall = { x, y: y + h * 0.5 + 22, w: w - 32, h: h * 0.5 - 40 };
  const mine = rollingVolatility(values, 60);
  const theirs = rollingVolatility(benchmark.values, 60);
  const scale = axisScale(plot, 0, Math.max(...mine.slice(60), ...theirs.slice(60)));
  const depth = fallsOf(values);
  const down = axisScale(fall, Math.min(...depth), 0);
  return [
    levels(plot, scale, [0, 10, 20], (value) => percent(value, 0)),
    path(line(plot, theirs, scale), ink.blue, 1.3),
    path(line(plot, mine, scale), ink.primary, 1.7),
    levels(fall, down, [0, -10, -20], (value) => percent(value, 0)),
    dates(fall, days.slice(1), year, year),
    area(under(fall, depth, down, fall.y), ink.loss, 0.18),
    path(line(fall, depth, down), ink.loss, 1.3),
  ].join('');
}

function figures({ x, y, w }: Bounds): string {
  const items: Array<[string, string, string]> = [
    ['A year', change(own.net, 1).content, change(other.net, 1).content],
    ['Volatility', percent(own.volatility, 1), percent(other.volatility, 1)],
    ['Deepest fall', change(own.maxDrawdown, 1).content, change(other.maxDrawdown, 1).content],
    ['Sharpe ratio', signed(own.sharpe), signed(other.sharpe)],
  ];
  return items
    .map(([name, mine, theirs], i) => {
      const at = x + (i * (w + 10)) / 4;
      return stat(name, mine, at, y + 16) + textAt(theirs, at, y + 72, { size: 13, fill: ink.blue });
    })
    .join('');
}

const NAMES = 'JFMAMJJASOND';

function heatMap({ x, y, w, h }: Bounds): string {
  const dayNumbers = Int32Array.from(days, dayNumber);
  const monthly = monthlyReturns(dayNumbers, values).map((one) => ({ ...one, value: one.value * 100 }));
  const years = [...new Set(monthly.map((one) => one.year))];
  const row = (h - 18) / years.length;
  const column = (w - 40) / 12;
  return (
    NAMES.split('')
      .map((name, i) => textAt(name, x + 40 + (i + 0.5) * column, y + 8, { size: 11, anchor: 'middle', fill: ink.text3 }))
      .join('') +
    years.map((name, i) => textAt(name, x, y + 18 + (i + 0.5) * row + 4, { size: 12 })).join('') +
    monthly
      .map(({ year, month, value }) => {
        const box = {
          x: x + 40 + (month - 1) * column + 1,
          y: y + 18 + years.indexOf(year) * row + 1,
          w: column - 2,
          h: row - 2,
        };
        const strength = Math.min(1, Math.abs(value) / 5);
        return (
          `<g fill-opacity="${(0.12 + 0.6 * strength).toFixed(2)}">${rect(box, value < 0 ? ink.loss : ink.gain, { radius: 2 })}</g>` +
          textAt(signed(value, 1), box.x + box.w / 2, box.y + box.h / 2 + 3.8, {
            size: 10.5,
            anchor: 'middle',
            fill: ink.text,
          })
        );
      })
      .join('')
  );
}

function histogram({ x, y, w, h }: Bounds): string {
  const bins = 41;
  const limit = 2.6;
  const counts = new Array<number>(bins).fill(0);
  returnsOf(values).forEach((value) => {
    const move = value * 100;
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((move + limit) / (2 * limit)) * bins)));
    counts[bin]++;
  });
  const plot = { x, y: y + 4, w, h: h - 24 };
  const scale = axisScale(plot, 0, Math.max(...counts));
  const at = across(plot, 5);
  return (
    bars(plot, counts, scale, (_, i) => (i < bins / 2 - 0.5 ? onDark['loss-bar'] : onDark['gain-bar'])) +
    path(`M${plot.x} ${plot.y + plot.h}h${plot.w}`, ink.strong, 1) +
    [-limit, -limit / 2, 0, limit / 2, limit]
      .map((value, i) =>
        textAt(change(value, 1).content, at(i), y + h - 2, {
          size: 11,
          anchor: i === 0 ? 'start' : i === 4 ? 'end' : 'middle',
          fill: ink.text3,
        }),
      )
      .join('')
  );
}
