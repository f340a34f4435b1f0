import { correlationMatrix } from './correlation.ts';
import { marketGraph } from './graph.ts';
import { labelSides, type Side } from './labels.ts';
import { layoutTree } from './layout.ts';
import { sampleMarket } from './series.ts';
import { sectors } from './universe.ts';

/** What `site/content/market-graph.json` holds. Tuples and rounded numbers: the page carries it. */
export type GraphFigure = {
  /** First and last day, and how many daily returns each correlation is computed from. */
  from: string;
  to: string;
  returns: number;
  /** Width and height of the drawing that the coordinates lie in. */
  box: [width: number, height: number];
  sectors: Array<[id: string, name: string]>;
  /** Each security with its place, and the side its label stands on: right, left, above, below. */
  nodes: Array<[ticker: string, sector: number, x: number, y: number, label: Side]>;
  /** Correlations in hundredths, for the graph's minimum spanning tree and for the strongest pairs beyond it. */
  tree: Array<[a: number, b: number, rho: number]>;
  strong: Array<[a: number, b: number, rho: number]>;
};

const BOX: [number, number] = [720, 620];

/** The market graph of the sample series, ready to draw. */
export function graphFigure(): GraphFigure {
  const { days, series } = sampleMarket();
  const matrix = correlationMatrix(series.map((item) => item.returns));
  const { tree, strong } = marketGraph(matrix, { threshold: 0.4, each: 4 });
  const points = layoutTree(tree, series.length, ...BOX);
  const labels = labelSides(points, tree);
  const order = new Map(sectors.map((sector, index) => [sector.id, index]));
  return {
    from: days[0]!,
    to: days[days.length - 1]!,
    returns: days.length - 1,
    box: BOX,
    sectors: sectors.map((sector) => [sector.id, sector.name]),
    nodes: series.map(({ security }, i) => [
      security.ticker,
      order.get(security.sector)!,
      Math.round(points[i]!.x),
      Math.round(points[i]!.y),
      labels[i]!,
    ]),
    tree: tree.map((edge) => [edge.a, edge.b, Math.round(edge.rho * 100)]),
    strong: strong.map((edge) => [edge.a, edge.b, Math.round(edge.rho * 100)]),
  };
}
