/** A line of a plot: its values by x, all above zero. */
export type PlotLine = { name: string; points: readonly (readonly [x: number, y: number])[] };

const [WIDTH, HEIGHT] = [760, 430];
const PLOT = { left: 64, right: 500, top: 40, bottom: 380 };
/** Least distance between two names. */
const APART = 15;
/** Readable on light and on dark pages. */
const INK = 'slategray';
const COLORS = 'dodgerblue goldenrod mediumseagreen orchid mediumpurple darkorange lightseagreen tomato gray peru olivedrab crimson'.split(
  ' ',
);

/** Draws lines on two logarithmic axes as SVG, each with its name at its end. @param titles what the plot shows, and its axes */
export function drawPlot(titles: { title: string; x: string; y: string }, lines: readonly PlotLine[]): string {
  const all = lines.flatMap(({ points }) => points);
  const xs = [...new Set(all.map(([x]) => x))].toSorted((a, b) => a - b);
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...all.map(([, value]) => value)))),
    Math.ceil(Math.log10(Math.max(...all.map(([, value]) => value)))),
  ];
  const x = scale(Math.log10(xs.at(0) ?? 1), Math.log10(xs.at(-1) ?? 10), PLOT.left, PLOT.right);
  const y = scale(low, high, PLOT.bottom, PLOT.top);
  const grid = Array.from({ length: high - low + 1 }, (_, n) => low + n).flatMap((power) => [
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(power)}" y2="${y(power)}" stroke="${INK}" stroke-opacity="0.3"/>`,
    text([PLOT.left - 8, y(power) + 4], shown(10 ** power), { anchor: 'end' }),
  ]);
  const ticks = xs.map((value) => text([x(Math.log10(value)), PLOT.bottom + 20], shown(value), { anchor: 'middle' }));
  const drawn = lines.flatMap(({ points }, n) => {
    const at = points.map(([px, py]) => [x(Math.log10(px)), y(Math.log10(py))] as const);
    const path = `<polyline fill="none" stroke="${colorOf(n)}" stroke-width="2" points="${at.map((point) => point.join()).join(' ')}"/>`;
    return [path, ...at.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colorOf(n)}"/>`)];
  });
  const middle = [(PLOT.left + PLOT.right) / 2, (PLOT.top + PLOT.bottom) / 2] as const;
  const words = [
    text([PLOT.left, 20], titles.title, { anchor: 'start', more: 'font-weight="600" font-size="14"' }),
    text([middle[0], HEIGHT - 8], titles.x, { anchor: 'middle' }),
    text([14, middle[1]], titles.y, { anchor: 'middle', more: `transform="rotate(-90 14 ${middle[1]})"` }),
  ];
  const body = [...grid, ...ticks, ...drawn, ...names(lines, y), ...words].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">\n${body}\n</svg>\n`;
}

/** Names at the ends of the lines, moved apart where these are close to each other. */
function names(lines: readonly PlotLine[], y: (power: number) => number): string[] {
  const ends = lines.map(({ name, points }, n) => ({ name, n, at: y(Math.log10(points.at(-1)?.[1] ?? 1)) }));
  let free = -Infinity;
  return ends
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, n, at }) => {
      free = Math.max(at, free + APART);
      return text([PLOT.right + 12, free + 4], name, { anchor: 'start', fill: colorOf(n) });
    });
}

type Place = readonly [x: number, y: number];
type TextLook = { anchor: 'start' | 'middle' | 'end'; fill?: string; more?: string };

function text([x, y]: Place, words: string, { anchor, fill = INK, more = '' }: TextLook): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}" ${more}>${escaped}</text>`;
}

function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => Math.round((start + ((value - from) / Math.max(1e-9, to - from)) * (end - start)) * 10) / 10;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function colorOf(n: number): string {
  return COLORS[n % COLORS.length] ?? INK;
}
