import figure from './market-graph.json' with { type: 'json' };

/** The market graph, computed from the sample series. */
export const marketGraph = figure as unknown as MarketGraphFigure;

export type MarketGraphFigure = {
  /** First and last day of the series, and the number of daily returns behind each correlation. */
  from: string;
  to: string;
  returns: number;
  box: [width: number, height: number];
  sectors: Array<[name: string, x: number, y: number]>;
  /** `label`: index of a position in `labelSpots`. */
  nodes: Array<[ticker: string, sector: number, x: number, y: number, label: number]>;
  /** Edges with their correlation in hundredths: the minimum spanning tree, and the strongest pairs beyond it. */
  tree: Array<[a: number, b: number, rho: number]>;
  strong: Array<[a: number, b: number, rho: number]>;
};

/** Positions of a node's label relative to the node: right, left, above, below, and diagonal. */
export const labelSpots: ReadonlyArray<{ dx: number; dy: number; anchor: 'start' | 'middle' | 'end' }> = [
  { dx: 9, dy: 4, anchor: 'start' },
  { dx: -9, dy: 4, anchor: 'end' },
  { dx: 0, dy: -9, anchor: 'middle' },
  { dx: 0, dy: 18, anchor: 'middle' },
  { dx: 7, dy: -4, anchor: 'start' },
  { dx: 7, dy: 13, anchor: 'start' },
  { dx: -7, dy: -4, anchor: 'end' },
  { dx: -7, dy: 13, anchor: 'end' },
];
