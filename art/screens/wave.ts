import { signedPercent } from '../../contract/figures/format.ts';
import { correlationMatrix } from '../market/correlation.ts';
import { graphFigure } from '../market/figure.ts';
import { labelSides, type Labelled, type Side } from '../market/labels.ts';
import type { Point } from '../market/layout.ts';
import { sectors } from '../market/universe.ts';
import { labelSpots } from '../../site/content/market-graph.ts';
import { onDark } from '../../ui/tokens.ts';
import { line, axisScale } from './charts.ts';
import { lastDay, market, seriesOf } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import { type Bounds, cell, chips, type TableColumn, day, ink, n, panel, path, rect, stat, screenTable, textAt } from './kit.ts';
import type { Screen } from './screen-list.ts';

const graph = graphFigure();
const source = graph.nodes.findIndex(([ticker]) => ticker === 'ALPB');
const degree = graph.nodes.map((_, i) => graph.tree.filter(([a, b]) => a === i || b === i).length);
const matrix = correlationMatrix(market.series.map((series) => series.returns));
const steps = stepsFrom(source);
const shocked = seriesOf('ALPB');

export const waveScreen: Screen = {
  id: 'wave-graph',
  desktop: () =>
    desktopScreen(
      'Market graph',
      'Wave graph',
      `From ${shocked.security.ticker} ${shocked.security.name}. Correlations 2017 to ${lastDay.slice(0, 4)}`,
      ({ x, y, w, h }) =>
        [
          chips(['Waves', 'Tree', 'Sectors', 'My holdings'], x, y, 0),
          panel({ x, y: y + 42, w: w - 308, h: h - 42 }, '', (box) => waveDrawing(box, false)),
          panel({ x: x + w - 292, y: y + 42, w: 292, h: 138 }, 'Reach', (box) => reach(box)),
          panel({ x: x + w - 292, y: y + 196, w: 292, h: h - 196 }, 'First to move', (box) =>
            screenTable({ ...box, y: box.y + 2 }, columns, first, 37.5),
          ),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen('Wave graph', `From ${shocked.security.ticker}. Correlations 2017 to ${lastDay.slice(0, 4)}`, ({ x, y, w, h }) =>
      [
        panel({ x, y, w, h: 340 }, '', (box) => waveDrawing(box, true)),
        panel({ x, y: y + 352, w, h: h - 352 }, 'First to move', (box) =>
          screenTable({ ...box, y: box.y }, columns, first.slice(0, 4), 32),
        ),
      ].join(''),
    ),
};

function stepsFrom(start: number): number[] {
  const found = graph.nodes.map(() => -1);
  found[start] = 0;
  let open = [start];
  while (open.length > 0) {
    const next: number[] = [];
    for (const at of open) {
      for (const [a, b] of graph.tree) {
        const other = a === at ? b : b === at ? a : -1;
        if (other < 0 || found[other] !== -1) continue;
        found[other] = found[at] + 1;
        next.push(other);
      }
    }
    open = next;
  }
  return found;
}

const wave = (i: number) => onDark.waves[Math.min(steps[i], onDark.waves.length - 1)];

export function waveDrawing({ x, y, w, h }: Bounds, small: boolean, hubsOnly = small): string {
  const pad = small ? 12 : 40;
  const scale = Math.min((w - 2 * pad) / graph.box[0], (h - 2 * pad) / graph.box[1]);
  const left = x + (w - graph.box[0] * scale) / 2;
  const top = y + (h - graph.box[1] * scale) / 2;
  const at = (i: number): [number, number] => [n(left + graph.nodes[i][2] * scale), n(top + graph.nodes[i][3] * scale)];
  const link = (a: number, b: number) => `M${at(a).join(' ')}L${at(b).join(' ')}`;
  const [cx, cy] = at(source);
  const rings = [0.7, 1.4, 2.1, 2.8, 3.5].map((size, i) => {
    const radius = size * 108 * scale;
    return `<circle cx="${cx}" cy="${cy}" r="${n(radius)}" fill="none" stroke="${ink.primary}" stroke-opacity="${0.42 - i * 0.075}" stroke-width="1"/>`;
  });
  const clip = `<clipPath id="wave"><rect x="${x - 16}" y="${y - 12}" width="${w + 32}" height="${h + 26}"/></clipPath>`;
  const placed = placedNames(
    graph.nodes.map((_, i) => ({ x: at(i)[0], y: at(i)[1] })),
    hubsOnly,
  );
  const names = placed.map(({ ticker, hub, side }, i) => {
    if (ticker === '') return '';
    const [px, py] = at(i);
    const { dx, dy, anchor } = labelSpots[side];
    const far = hub ? 3 : 0;
    return textAt(ticker, px + dx + Math.sign(dx) * far, py + dy + (dx === 0 ? Math.sign(dy) * far : 0), {
      face: 'barlow-condensed',
      weight: 500,
      size: hub ? 13 : 11,
      anchor,
      fill: hub ? ink.text : ink.text3,
    });
  });
  return [
    clip,
    `<g clip-path="url(#wave)">${rings.join('')}</g>`,
    path(graph.strong.map(([a, b]) => link(a, b)).join(''), ink.strong, 0.5, 'stroke-opacity=".5"'),
    graph.tree.map(([a, b, rho]) => path(link(a, b), steps[a] > steps[b] ? wave(a) : wave(b), 0.8 + (rho / 100) * 1.8)).join(''),
    graph.nodes
      .map((_, i) => `<circle cx="${at(i)[0]}" cy="${at(i)[1]}" r="${(3.4 + degree[i] * 0.55) * (small ? 0.72 : 1)}" fill="${wave(i)}"/>`)
      .join(''),
    `<circle cx="${cx}" cy="${cy}" r="${small ? 9 : 13}" fill="none" stroke="${ink.primary}" stroke-width="1.6"/>`,
    names.join(''),
    small ? '' : scaleBar(x, y + h - 6),
  ].join('');
}

/**
 * The name of each node and the side of its label; '' for nodes without a label. The sides are chosen anew, because points are closer than in the
 * graph itself while names have the same size.
 */
export function placedNames(points: readonly Point[], hubsOnly: boolean): Array<Labelled & { side: Side }> {
  const named = graph.nodes.map(([ticker], i) => {
    const left = hubsOnly && degree[i] < 5 && i !== source;
    return { ticker: left ? '' : ticker, hub: i === source || degree[i] > 3 };
  });
  const edges = (all: typeof graph.tree) => all.map(([a, b, rho]) => ({ a, b, rho }));
  const sides = labelSides({ points, tree: edges(graph.tree), strong: edges(graph.strong) }, named);
  return named.map((name, i) => ({ ...name, side: sides[i] }));
}

function scaleBar(x: number, y: number): string {
  return (
    textAt('Steps along the tree', x, y - 32, { size: 12, fill: ink.text3 }) +
    onDark.waves
      .slice(0, 7)
      .map(
        (colour, i) =>
          rect({ x: x + i * 30, y: y - 22, w: 28, h: 8 }, colour) + textAt(String(i), x + i * 30, y + 2, { size: 11, fill: ink.text3 }),
      )
      .join('')
  );
}

/** The pairs of the chosen security, most correlated first, with the other's average return on the chosen one's worst days. */
const worst = [...shocked.returns.keys()].sort((a, b) => shocked.returns[a] - shocked.returns[b]).slice(0, 50);
const first = graph.nodes
  .map(([ticker, sector], i) => ({
    ticker,
    sector: sectors[sector].name,
    i,
    rho: matrix[source][i],
    fall: worst.reduce((sum, t) => sum + market.series[i].returns[t], 0) / worst.length,
  }))
  .filter(({ i }) => i !== source)
  .sort((a, b) => b.rho - a.rho)
  .slice(0, 11);
type Row = (typeof first)[number];

const columns: ReadonlyArray<TableColumn<Row>> = [
  {
    title: 'Security',
    share: 1.2,
    cell: (row, box) =>
      rect({ x: box.x, y: box.y + box.h / 2 - 4, w: 8, h: 8 }, wave(row.i), { radius: 4 }) +
      cell(row.ticker, { ...box, x: box.x + 16 }, { bold: true, fill: ink.text }),
  },
  { title: 'Correlation', share: 1, end: true, cell: (row, box) => cell(row.rho.toFixed(2), box, { end: true }) },
  {
    title: 'On its worst days',
    share: 1.5,
    end: true,
    cell: (row, box) => cell(signedPercent(row.fall * 100), box, { end: true, fill: ink.loss }),
  },
];

function reach({ x, y, w, h }: Bounds): string {
  const within = (count: number) => steps.filter((value) => value > 0 && value <= count).length;
  const counts = Array.from({ length: 9 }, (_, i) => within(i));
  const plot = { x: x + 130, y: y + 6, w: w - 134, h: h - 18 };
  const scale = axisScale(plot, 0, graph.nodes.length);
  return [
    stat('Within two steps', `${within(2)} of ${graph.nodes.length - 1}`, x, y + 10, { size: 26 }),
    textAt(`Farthest: ${Math.max(...steps)} steps`, x, y + 68, { size: 12 }),
    path(line(plot, counts, scale), ink.primary, 2),
    counts
      .map((value, i) => rect({ x: plot.x + (i / 8) * plot.w - 2.5, y: scale(value) - 2.5, w: 5, h: 5 }, ink.primary, { radius: 2.5 }))
      .join(''),
    textAt(day(lastDay), x + w, y + h + 6, { size: 10.5, anchor: 'end', fill: ink.text3 }),
  ].join('');
}
