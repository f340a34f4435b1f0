import { correlationMatrix } from './correlation.ts';
import { marketGraph } from './graph.ts';
import { labelSides, type Side } from './labels.ts';
import { layoutTree } from './layout.ts';
import { sampleMarket } from './series.ts';
import { sectors } from './universe.ts';
import { equalWeights, measures, type Measures, trendForRisk, type Walk, walkForward } from './walk-forward.ts';

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

/** What `site/content/walk-forward.json` holds: month ends and the two portfolios' values there, 100 at the start. */
export type WalkFigure = {
  from: string;
  to: string;
  lines: Array<{ name: string; values: number[]; measures: Measures }>;
};

/** The methodology's evidence: a rule tested walk-forward on the sample market, beside all securities in equal weight. */
export function walkFigure(): WalkFigure {
  const market = sampleMarket();
  const rule = walkForward(market, trendForRisk, '2018-01-01');
  const equal = walkForward(market, equalWeights, '2018-01-01');
  return {
    from: market.days[rule.start]!,
    to: market.days[market.days.length - 1]!,
    lines: [
      { name: 'Trend for its risk', ...monthly(market.days, rule) },
      { name: 'Equal weights', ...monthly(market.days, equal) },
    ],
  };
}

function monthly(days: readonly string[], { start, values }: Walk): { values: number[]; measures: Measures } {
  const ends = [...values.keys()].filter((t) => {
    const day = days[start + t]!;
    return days[start + t + 1]?.slice(0, 7) !== day.slice(0, 7);
  });
  const { annual, volatility, drawdown } = measures(values);
  return {
    values: ends.map((t) => Math.round(values[t]! * 1000) / 10),
    measures: { annual: percent(annual), volatility: percent(volatility), drawdown: percent(drawdown) },
  };
}

/** As a percentage with one decimal. */
function percent(value: number): number {
  return Math.round(value * 1000) / 10;
}
