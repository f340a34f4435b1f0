import { percent } from '../../contract/figures/format.ts';
import { deviation } from '../../contract/figures/risk.ts';
import { correlation } from '../market/correlation.ts';
import { dailyVolatility } from '../market/market-figures.ts';
import { signalsOfTheDay } from '../market/signals.ts';
import { onDark } from '../../ui/tokens.ts';
import { bars, candlesticks, dates, levels, line, movingAverage, relativeStrength, axisScale, ticks } from './charts.ts';
import { candlesOf, changeOver, lastDay, market, pastYear, sectorName, seriesOf, thisYear, volumesOf } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import { widthOf } from '../draw/text.ts';
import { arrow, type Bounds, change, chips, day, figure, ink, panel, path, rect, rule, textAt } from './kit.ts';
import type { Screen } from './screen-list.ts';

const series = seriesOf('QBRI');
const { security, prices, returns } = series;
const signals = signalsOfTheDay(market);
const signal = signals[signals.findIndex((item) => item.ticker === security.ticker)];

export const assetScreen: Screen = {
  id: 'asset-summary',
  desktop: () =>
    desktopScreen(
      'Watchlist',
      `${security.ticker}  ${security.name}`,
      `${sectorName(security.sector)}, United States. Close of ${day(lastDay)}`,
      ({ x, y, w, h }) =>
        [
          panel({ x, y, w: w - 304, h }, '', (box) => technical(box, 130)),
          panel({ x: x + w - 288, y, w: 288, h: 250 }, 'Summary', summary),
          panel({ x: x + w - 288, y: y + 266, w: 288, h: 172 }, 'Signal', verdict),
          panel({ x: x + w - 288, y: y + 454, w: 288, h: h - 454 }, 'Moves with', neighbours, { note: 'correlation' }),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen(`${security.ticker}  ${security.name}`, `Close of ${day(lastDay)}`, ({ x, y, w, h }) =>
      [panel({ x, y, w, h: 360 }, '', (box) => technical(box, 52, true)), panel({ x, y: y + 372, w, h: h - 372 }, 'Signal', verdict)].join(
        '',
      ),
    ),
};

function technical({ x, y, w, h }: Bounds, count: number, small = false): string {
  const close = prices[prices.length - 1];
  const moved = change(returns[returns.length - 1] * 100);
  const days = market.days.slice(-count);
  const plot = { x, y: y + 84, w: w - 30, h: (h - 130) * (small ? 0.84 : 0.62) };
  const volume = { x, y: plot.y + plot.h + 12, w: plot.w, h: (h - 130) * 0.12 };
  const strength = { x, y: volume.y + volume.h + 34, w: plot.w, h: y + h - volume.y - volume.h - 52 };
  const candles = candlesOf(series, count);
  const averages = [20, 50].map((span) => movingAverage(prices, span).slice(-count));
  const low = Math.min(...candles.map((candle) => candle.low), ...averages.flat());
  const high = Math.max(...candles.map((candle) => candle.high), ...averages.flat());
  const scale = axisScale(plot, low, high);
  const size = small ? 34 : 40;
  const after = x + widthOf(close.toFixed(2), { size, face: 'barlow-condensed', weight: 500 }) + 12;
  const month = (value: string) => new Date(value).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
  return [
    figure(close.toFixed(2), x, y + 34, size),
    textAt(`${moved.content}${small ? '' : ' today'}`, after, y + 20, { fill: moved.fill }),
    textAt('USD', after, y + 36, { size: 12, fill: ink.text3 }),
    chips(small ? ['1M', '3M', '1Y'] : ['1M', '3M', '6M', '1Y', '5Y'], small ? x + w - 152 : x + w - 256, y + 6, small ? 1 : 2),
    key(
      [
        ['20 days', ink.primary],
        ['50 days', ink.blue],
      ],
      x,
      y + 68,
    ),
    levels(plot, scale, ticks(low, high, small ? 4 : 6), (value) => value.toFixed(0)),
    dates({ ...plot, h: (small ? volume.y + volume.h : strength.y + strength.h) - plot.y }, days, (value) => value.slice(0, 7), month),
    candlesticks(plot, candles, scale),
    path(line(plot, averages[0], scale), ink.primary, 1.6),
    path(line(plot, averages[1], scale), ink.blue, 1.6),
    bars(volume, volumesOf(series, count), axisScale(volume, 0, 4), (_, i) =>
      candles[i].close >= candles[i].open ? onDark['gain-volume'] : onDark['loss-volume'],
    ),
    small ? '' : oscillator(strength, count),
  ].join('');
}

function oscillator(box: Bounds, count: number): string {
  const scale = axisScale(box, 15, 85);
  const values = relativeStrength(prices).slice(-count);
  return (
    textAt('Relative strength, 14 days', box.x, box.y - 8, { size: 11.5, fill: ink.text3 }) +
    rect({ ...box, y: scale(70), h: scale(30) - scale(70) }, ink.surface2) +
    levels(box, scale, [30, 50, 70]) +
    path(line(box, values, scale), ink.text2, 1.4)
  );
}

function key(entries: ReadonlyArray<readonly [string, string]>, x: number, y: number): string {
  return entries
    .map(([name, colour], i) => path(`M${x + i * 92} ${y - 4}h18`, colour, 2) + textAt(name, x + i * 92 + 25, y, { size: 12 }))
    .join('');
}

function summary({ x, y, w }: Bounds): string {
  const year = pastYear(prices, { base: true });
  const past = pastYear(returns);
  const factor = pastYear(market.factors.market);
  const rho = correlation(past, factor, 0);
  const entries: Array<[string, string]> = [
    ['52 weeks', `${Math.min(...year).toFixed(2)} to ${Math.max(...year).toFixed(2)}`],
    ['One month', change(changeOver(prices, { months: 1 })).content],
    ['This year', change(thisYear(market.days, prices)).content],
    ['Volatility, one year', percent(dailyVolatility(past), 1)],
    ['Beta to the market', ((rho * deviation(past)) / deviation(factor)).toFixed(2)],
    ['Correlation to the market', rho.toFixed(2)],
  ];
  return list(entries, x, y, w);
}

function list(entries: ReadonlyArray<readonly [string, string]>, x: number, y: number, w: number, step = 31): string {
  return entries
    .map(
      ([name, value], i) =>
        rule(x, y + i * step, w) +
        textAt(name, x, y + i * step + 20, { size: 12.5, fill: ink.text3 }) +
        textAt(value, x + w, y + i * step + 20, { anchor: 'end', fill: value.startsWith('−') ? ink.loss : ink.text }),
    )
    .join('');
}

function verdict({ x, y, w, h }: Bounds): string {
  const up = signal.call === 'up';
  const size = w / 36;
  const marks = signal.record
    .split('')
    .map((right, i) => rect({ x: x + i * size, y: y + h - 40, w: size - 2, h: 14 }, right === '1' ? ink.primary : ink.surface2));
  return [
    arrow(up, x, y + 24),
    textAt(up ? 'Rise' : 'Fall', x + 16, y + 24, { size: 20, bold: true, fill: up ? ink.gain : ink.loss }),
    textAt(`Strength ${Math.round(signal.strength * 100)} of 100`, x, y + 47, { size: 12.5 }),
    rect({ x, y: y + 57, w, h: 4 }, ink.surface2, { radius: 2 }),
    rect({ x, y: y + 57, w: w * signal.strength, h: 4 }, up ? ink.gain : ink.loss, { radius: 2 }),
    marks.join(''),
    textAt(`${signal.right} of ${signal.calls} monthly calls were right`, x, y + h - 4, { size: 12, fill: ink.text3 }),
  ].join('');
}

function neighbours({ x, y, w, h }: Bounds): string {
  const step = Math.min(31, h / 6);
  const close = market.series
    .filter((item) => item !== series)
    .map((item) => ({ name: item.security.ticker, rho: correlation(item.returns, returns) }))
    .sort((a, b) => b.rho - a.rho)
    .slice(0, 6);
  return close
    .map(
      ({ name, rho }, i) =>
        textAt(name, x, y + i * step + 17, { bold: true, fill: ink.text }) +
        rect({ x: x + 58, y: y + i * step + 10, w: (w - 108) * rho, h: 5 }, ink.blue, { radius: 2.5 }) +
        textAt(rho.toFixed(2), x + w, y + i * step + 17, { anchor: 'end' }),
    )
    .join('');
}
