import { page, type Sheet } from '../../server/reports/pdf/sheet.ts';
import { dark, light, onDark, onLight } from '../../ui/tokens.ts';
import { graphFigure } from '../market/figure.ts';
import type { DrawingBounds } from './paper-layout.ts';

export function drawGraph(sheet: Sheet, { x, y, width }: DrawingBounds, height: number): void {
  const graph = graphFigure();
  const { wide, tall, at } = placed(graph.nodes);
  const scale = Math.min((width - 130) / wide, (height - 24) / tall);
  const place = (i: number): Point => {
    const [px, py] = at(i);
    return [x + 116 + px * scale, y + 10 + py * scale];
  };
  drawEdges(sheet, graph.strong, place, { color: onLight.faint, width: 0.4 });
  drawEdges(sheet, graph.tree, place, { color: onLight.edge, width: 1 });
  graph.nodes.forEach(([ticker, sector], i) => {
    const [cx, cy] = place(i);
    sheet.doc.circle(cx, cy, 3.2).fill(onLight.sectors[sector]);
    sheet.text(ticker, cx + 4.6, cy - 3.2, { size: 4.8, color: light['ink-3'] });
  });
  graph.sectors.forEach(([name], index) => {
    const row = y + 14 + index * 15;
    sheet.doc.circle(x + 4, row + 5, 3.2).fill(onLight.sectors[index]);
    sheet.text(name, x + 13, row, { size: 8.5, color: light['ink-2'] });
  });
}

export function drawGraphMotif(sheet: Sheet, y: number, height: number): void {
  const graph = graphFigure();
  const { wide, tall, at } = placed(graph.nodes);
  const place = (i: number): Point => {
    const [px, py] = at(i);
    return [-20 + (px / wide) * (page.width + 40), y + (py / tall) * height];
  };
  drawEdges(sheet, graph.strong, place, { color: onDark['faint-edge'], width: 0.6 });
  drawEdges(sheet, graph.tree, place, { color: onDark.edge, width: 1.2 });
  const degrees = graph.nodes.map((_, i) => graph.tree.filter(([a, b]) => a === i || b === i).length);
  graph.nodes.forEach((_, i) => {
    const [cx, cy] = place(i);
    const degree = degrees[i];
    sheet.doc.circle(cx, cy, 1.8 + degree * 0.9).fill(degree >= 4 ? dark.primary : onDark.node);
  });
}

type Point = readonly [x: number, y: number];

/** The nodes' positions relative to their left and top edge, and the size of their bounding box. */
function placed(nodes: ReturnType<typeof graphFigure>['nodes']) {
  const xs = nodes.map((node) => node[2]);
  const ys = nodes.map((node) => node[3]);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const at = (i: number): Point => [xs[i] - left, ys[i] - top];
  return { wide: Math.max(...xs) - left, tall: Math.max(...ys) - top, at };
}

type Edges = ReadonlyArray<readonly [a: number, b: number, rho: number]>;

function drawEdges({ doc }: Sheet, edges: Edges, place: (i: number) => Point, { color, width }: { color: string; width: number }): void {
  doc.lineWidth(width);
  for (const [a, b] of edges) {
    doc
      .moveTo(...place(a))
      .lineTo(...place(b))
      .stroke(color);
  }
}
