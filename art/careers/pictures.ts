import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { light, onLight } from '../../ui/tokens.ts';
import { returnsOf } from '../../contract/figures/returns.ts';
import { correlationMatrix } from '../market/correlation.ts';
import { sampleMarket, type Series } from '../market/series.ts';
import { sectorPlace } from '../market/universe.ts';

/** In CSS pixels. */
const WIDTH = 360;
const HEIGHT = 240;

export function writeCareers(): void {
  const folder = fileURLToPath(new URL('../../site/public/careers/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}correlations.svg`, correlations());
  writeFileSync(`${folder}days.svg`, days());
}

/** The correlation of every pair of securities, grouped by sector: a dot for each pair, larger and stronger for a higher correlation. */
function correlations(): string {
  const series = bySector();
  const matrix = correlationMatrix(series.map(({ returns }) => returns));
  const step = WIDTH / 42;
  const columns = Math.ceil(WIDTH / step);
  const rows = Math.ceil(HEIGHT / step);
  const dots = grouped();
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      // Rounded to twentieths, so that similar dots share one style.
      const alike = Math.round(20 * (matrix[i]?.[j] ?? 0)) / 20;
      const radius = step * (0.06 + 0.42 * Math.sqrt(Math.abs(alike)));
      const colour = alike < 0 ? onLight['picture-orange'] : i === j ? light.ink : light.primary;
      const strength = i === j ? 1 : Math.min(1, 0.14 + Math.abs(alike) * 1.15);
      const look = `stroke="${colour}" stroke-width="${(2 * radius).toFixed(2)}" opacity="${strength.toFixed(2)}"`;
      // A line of length 0 with round ends is drawn as a dot.
      dots.add(look, `M${((j + 0.5) * step).toFixed(1)} ${((i + 0.5) * step).toFixed(1)}h0`);
    }
  }
  return picture(`<g stroke-linecap="round">${dots.paths()}</g>`);
}

/** A row for each security and a stroke for each week, upwards for a gain, downwards for a loss. The market's worst week is marked in all rows. */
function days(): string {
  const lines = 9;
  const weeks = 90;
  const every = bySector();
  const chosen = Array.from({ length: lines }, (_, i) => every[Math.floor((i * every.length) / lines)]);
  const returns = chosen.map(weekly);
  const end = worstWeek(returns) + 34;
  const gap = HEIGHT / lines;
  const strokes = grouped();
  returns.forEach((line, i) => {
    const base = (i + 0.5) * gap;
    line.slice(end - weeks, end).forEach((value, week) => {
      const x = ((week + 0.5) / weeks) * WIDTH;
      const length = Math.max(1.2, Math.min(1, Math.abs(value) / 0.075) * gap * 0.86);
      const worst = week === weeks - 34 || week === weeks - 33;
      const colour = worst && value < 0 ? onLight['picture-orange'] : value < 0 ? light.ink : light.primary;
      strokes.add(`stroke="${colour}"`, `M${x.toFixed(1)} ${base.toFixed(1)}v${(value < 0 ? length : -length).toFixed(1)}`);
    });
  });
  return picture(`<g stroke-width="2.1">${strokes.paths()}</g>`);
}

/** Combines strokes of the same style into one path. */
function grouped() {
  const looks = new Map<string, string>();
  return {
    add: (look: string, stroke: string) => void looks.set(look, (looks.get(look) ?? '') + stroke),
    paths: () => [...looks].map(([look, d]) => `<path ${look} d="${d}"/>`).join(''),
  };
}

function picture(contents: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${onLight['picture-ground']}"/>${contents}</svg>`
  );
}

function bySector(): Series[] {
  return sampleMarket().series.toSorted((a, b) => sectorPlace(a.security.sector) - sectorPlace(b.security.sector));
}

function weekly({ prices }: Series): number[] {
  return [...returnsOf(prices.filter((_, day) => day % 5 === 0))];
}

function worstWeek(lines: readonly number[][]): number {
  const sums = lines[0].map((_, week) => lines.reduce((sum, line) => sum + line[week], 0));
  const inside = sums.slice(60, -40);
  return 60 + inside.indexOf(Math.min(...inside));
}
