import { area, type Bounds, ink, n, path, textAt } from './kit.ts';

export type AxisScale = (value: number) => number;

export function axisScale(box: Bounds, low: number, high: number): AxisScale {
  return (value) => n(box.y + box.h - ((value - low) / (high - low)) * box.h);
}

export function across(box: Bounds, count: number): (index: number) => number {
  return (index) => n(box.x + (index / (count - 1)) * box.w);
}

export function ticks(low: number, high: number, wanted = 5): number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step + 1e-9) + 1 }, (_, i) => first + i * step);
}

export function levels(box: Bounds, y: AxisScale, values: readonly number[], show: (value: number) => string = String): string {
  return values
    .map(
      (value) =>
        path(`M${n(box.x)} ${y(value)}h${n(box.w)}`, ink.line, 1) +
        textAt(show(value), box.x + box.w + 6, y(value) + 4, { size: 11, fill: ink.text3 }),
    )
    .join('');
}

export function dates(
  box: Bounds,
  days: readonly string[],
  key: (day: string) => string,
  show: (day: string) => string,
  every = 1,
): string {
  const x = across(box, days.length);
  const changes = days.flatMap((day, i) => (i > 0 && key(day) !== key(days[i - 1]) ? [i] : []));
  return changes
    .filter((i, order) => order % every === 0 && x(i) < box.x + box.w - 14)
    .map(
      (i) =>
        path(`M${x(i)} ${n(box.y)}v${n(box.h)}`, ink.line, 0.6) +
        textAt(show(days[i]), x(i) + 4, box.y + box.h + 16, { size: 11, fill: ink.text3 }),
    )
    .join('');
}

export function line(box: Bounds, values: ArrayLike<number>, y: AxisScale): string {
  const x = across(box, values.length);
  const all = Array.from(values);
  let d = '';
  all.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    d += `${d === '' ? 'M' : 'L'}${x(i)} ${y(value)}`;
  });
  return d;
}

export function under(box: Bounds, values: ArrayLike<number>, y: AxisScale, level: number): string {
  return `${line(box, values, y)}L${n(box.x + box.w)} ${n(level)}L${n(box.x)} ${n(level)}Z`;
}

export function spark(box: Bounds, values: ArrayLike<number>, colour: string = ink.text2): string {
  const y = axisScale(box, Math.min(...Array.from(values)), Math.max(...Array.from(values)));
  return path(line(box, values, y), colour, 1.4);
}

export type Candle = { open: number; high: number; low: number; close: number };

/** Candles in the colour of the day's direction: filled for a fall, hollow for a rise. */
export function candlesticks(box: Bounds, candles: readonly Candle[], y: AxisScale): string {
  const slot = box.w / candles.length;
  return candles
    .map(({ open, high, low, close }, i) => {
      const middle = n(box.x + (i + 0.5) * slot);
      const up = close >= open;
      const colour = up ? ink.gain : ink.loss;
      const top = y(Math.max(open, close));
      const height = Math.max(1, y(Math.min(open, close)) - top);
      const width = Math.max(1.5, slot * 0.62);
      return (
        path(`M${middle} ${y(high)}V${y(low)}`, colour, 1) +
        `<rect x="${n(middle - width / 2)}" y="${top}" width="${n(width)}" height="${n(height)}" fill="${up ? ink.surface : colour}" stroke="${colour}"/>`
      );
    })
    .join('');
}

/** Bars from a base line; negative ones point down. */
export function bars(box: Bounds, values: ArrayLike<number>, y: AxisScale, colour: (value: number, index: number) => string): string {
  const all = Array.from(values);
  const slot = box.w / all.length;
  return all
    .map((value, i) => {
      const base = y(0);
      const top = Math.min(base, y(value));
      return `<rect x="${n(box.x + i * slot + slot * 0.15)}" y="${top}" width="${n(slot * 0.7)}" height="${n(Math.abs(y(value) - base))}" fill="${colour(value, i)}"/>`;
    })
    .join('');
}

export function rows(
  box: Bounds,
  entries: ReadonlyArray<readonly [string, number]>,
  {
    name = 92,
    show = (value: number) => value.toFixed(1),
    colour = ink.primary,
  }: { name?: number; show?: (value: number) => string; colour?: string } = {},
): string {
  const most = Math.max(...entries.map(([, value]) => value));
  const step = box.h / entries.length;
  const room = box.w - name - 44;
  return entries
    .map(([label, value], i) => {
      const y = box.y + i * step;
      const w = Math.max(2, (value / most) * room);
      return (
        textAt(label, box.x, y + step / 2 + 4.4, { size: 12.5 }) +
        area(`M${n(box.x + name)} ${n(y + step / 2 - 5.5)}h${n(w)}v11h${n(-w)}z`, colour) +
        textAt(show(value), box.x + name + w + 8, y + step / 2 + 4.4, { size: 12.5, fill: ink.text })
      );
    })
    .join('');
}

/** Average of the last `span` values; NaN until there are enough values. */
export function movingAverage(values: ArrayLike<number>, span: number): number[] {
  let sum = 0;
  return Array.from(values, (value, i) => {
    sum += value - (i >= span ? values[i - span] : 0);
    return i >= span - 1 ? sum / span : Number.NaN;
  });
}

export function relativeStrength(prices: ArrayLike<number>, span = 14): number[] {
  let gain = 0;
  let loss = 0;
  return Array.from(prices, (price, i) => {
    const move = i === 0 ? 0 : price - prices[i - 1];
    gain = (gain * (span - 1) + Math.max(0, move)) / span;
    loss = (loss * (span - 1) + Math.max(0, -move)) / span;
    return i < span ? Number.NaN : 100 - 100 / (1 + gain / Math.max(loss, 1e-9));
  });
}
