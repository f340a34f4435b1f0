import figure from './market-graph.json' with { type: 'json' };

/** The market graph of the sample series: computed by `npm run art -- graph`, never drawn by hand. */
export const marketGraph = figure as unknown as MarketGraphFigure;

export type MarketGraphFigure = {
  /** First and last day of the series, and how many daily returns stand behind each correlation. */
  from: string;
  to: string;
  returns: number;
  box: [width: number, height: number];
  /** Each sector with the place of its name. */
  sectors: Array<[name: string, x: number, y: number]>;
  /** Label side: right, left, above, below. */
  nodes: Array<[ticker: string, sector: number, x: number, y: number, label: 0 | 1 | 2 | 3]>;
  /** Edges with their correlation in hundredths: the minimum spanning tree, and the strongest pairs beyond it. */
  tree: Array<[a: number, b: number, rho: number]>;
  strong: Array<[a: number, b: number, rho: number]>;
};
