import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dark, onDark } from '../../ui/tokens.ts';
import { lettering } from '../draw/text.ts';
import { sampleMarket, type Series } from '../market/series.ts';
import { sectorPlace } from '../market/universe.ts';

/**
 * Two crops of the same drawing: beside the text on wide pages, above it on phones. In CSS pixels. `parts`: the fractions of a pixel that
 * coordinates are counted in, because whole numbers compress well.
 */
const crops = {
  wide: { width: 680, height: 600, label: 12, every: 1, parts: 4 },
  // Shown at half its size on a phone.
  small: { width: 720, height: 520, label: 22, every: 3, parts: 2 },
} as const;

type Crop = (typeof crops)[keyof typeof crops];

const MARKED = 'ALPB';

/** Written as SVG: a third of the size of a bitmap, and sharp on any screen. */
export function writeRidgelines(): void {
  const folder = file('site/public/about/');
  mkdirSync(folder, { recursive: true });
  for (const [name, crop] of Object.entries(crops)) writeFileSync(`${folder}ridgelines-${name}.svg`, drawing(crop));
}

function drawing(crop: Crop): string {
  const { width, height, parts } = crop;
  const { days, series } = sampleMarket();
  const lines = ordered(series);
  const top = height * 0.12;
  const gap = (height * 0.9 - top) / (lines.length - 1);
  const ridges = lines.map((one, i) => ({ one, line: ridge(one, { width, parts, base: top + i * gap, lift: height * 0.13 }) }));
  const marked = ridges[lines.findIndex(({ security }) => security.ticker === MARKED)];
  // Each line hides the ones behind it: its path is filled, and closed below the picture, where the closing edge is invisible.
  const hidden = ridges.map(({ line }) => `<path d="${line}V${(height + 9) * parts}H-9z"/>`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linejoin="round">` +
    `<path fill="${dark.canvas}" d="M0 0h${width}v${height}H0z"/>` +
    `<g transform="scale(${1 / parts})" fill="${dark.canvas}" stroke="${onDark.ridge}" stroke-width="${0.8 * parts}">${hidden}` +
    `<path fill="none" stroke="${dark.primary}" stroke-width="${2 * parts}" d="${marked.line}"/></g>` +
    `<path fill="${dark.canvas}" d="M0 ${height * 0.925}h${width}v${height}H0z"/>` +
    years(days, crop) +
    '</svg>'
  );
}

function years(days: readonly string[], { width, height, label, every }: Crop): string {
  const starts = days.flatMap((day, i) => (i > 0 && day.slice(0, 4) !== days[i - 1].slice(0, 4) ? [[day.slice(0, 4), i] as const] : []));
  return starts
    .filter((_, i) => i % every === 0 && i < starts.length - (every > 1 ? 1 : 0))
    .map(([year, i]) => {
      const x = (i / days.length) * width;
      return (
        `<path d="M${x.toFixed(1)} ${height * 0.925}v8" stroke="${dark['ink-3']}"/>` +
        lettering(year, x + 6, height * 0.965, { size: label, face: 'barlow-condensed', weight: 500, fill: dark['ink-3'] })
      );
    })
    .join('');
}

function ordered(series: readonly Series[]): Series[] {
  return series.toSorted(({ security: a }, { security: b }) => sectorPlace(a.sector) - sectorPlace(b.sector) || a.beta - b.beta);
}

/** The path of a line from one edge to beyond the other, with relative coordinates in `parts` of a pixel. */
function ridge(series: Series, { width, parts, base, lift }: { width: number; parts: number; base: number; lift: number }): string {
  const values = deviation(weekly(series.prices)).filter((_, week) => week % 2 === 0);
  const step = Math.ceil((width * parts) / (values.length - 1));
  const heights = values.map((value) => Math.round((base - value * lift) * parts));
  const steps = heights.slice(1).map((y, i) => `${step}${y < heights[i] ? '' : ' '}${y - heights[i]}`);
  return `M0 ${heights[0]}l${steps.join(' ')}`;
}

function weekly(prices: Float64Array): number[] {
  return [...prices].filter((_, day) => day % 5 === 0);
}

/** The logarithm of the price minus its linear trend (least squares), smoothed over four weeks. */
function deviation(prices: readonly number[]): number[] {
  const logs = prices.map(Math.log);
  const n = logs.length;
  const meanX = (n - 1) / 2;
  const meanY = logs.reduce((sum, value) => sum + value, 0) / n;
  const slope =
    logs.reduce((sum, value, i) => sum + (i - meanX) * (value - meanY), 0) / logs.reduce((sum, _, i) => sum + (i - meanX) ** 2, 0);
  const rest = logs.map((value, i) => value - meanY - slope * (i - meanX));
  return rest.map((_, i) => {
    const near = rest.slice(Math.max(0, i - 2), i + 3);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
