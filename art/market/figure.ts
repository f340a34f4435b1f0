import { correlation, correlationMatrix } from './correlation.ts';
import { figuresOf } from './market-figures.ts';
import { computeGraph } from './graph.ts';
import { groupPlaces, labelArea, labelSides, type Side } from './labels.ts';
import { layoutTree } from './layout.ts';
import { sampleMarket } from './series.ts';
import { type Signal, signalsOfTheDay } from './signals.ts';
import { sectorPlace, sectors } from './universe.ts';
import { equalWeights, trendForRisk, type Walk, walkForward } from './walk-forward.ts';

/** The content of `site/content/market-graph.json`. Tuples and rounded numbers, because it is part of the page. */
export type GraphFigure = {
  from: string;
  to: string;
  returns: number;
  box: [width: number, height: number];
  sectors: Array<[name: string, x: number, y: number]>;
  /** Each security with its position, and the index of its label's position. */
  nodes: Array<[ticker: string, sector: number, x: number, y: number, label: Side]>;
  /** Correlations in hundredths, for the graph's minimum spanning tree and for the strongest pairs beyond it. */
  tree: Array<[a: number, b: number, rho: number]>;
  strong: Array<[a: number, b: number, rho: number]>;
};

const BOX: [number, number] = [720, 620];

export function graphFigure(): GraphFigure {
  const { days, series } = sampleMarket();
  const matrix = correlationMatrix(series.map((item) => item.returns));
  const { tree, strong } = computeGraph(matrix, { threshold: 0.4, each: 4 });
  const points = layoutTree(tree, series.length, ...BOX);
  const degrees = series.map((_, i) => tree.filter(({ a, b }) => a === i || b === i).length);
  const nodes = series.map(({ security }, i) => ({ ticker: security.ticker, hub: degrees[i] > 3 }));
  const drawn = { points, tree, strong };
  const labels = labelSides(drawn, nodes);
  const areas = nodes.map((node, i) => labelArea(points[i], node, labels[i]));
  const groups = series.map(({ security }) => sectorPlace(security.sector));
  const places = groupPlaces(drawn, areas, { groupOf: groups, names: sectors.map(({ name }) => name), box: BOX });
  return {
    from: days[0],
    to: days[days.length - 1],
    returns: days.length - 1,
    box: BOX,
    sectors: sectors.map((sector, i) => [sector.name, Math.round(places[i].x), Math.round(places[i].y)]),
    nodes: series.map(({ security }, i) => [security.ticker, groups[i], Math.round(points[i].x), Math.round(points[i].y), labels[i]]),
    tree: tree.map((edge) => [edge.a, edge.b, Math.round(edge.rho * 100)]),
    strong: strong.map((edge) => [edge.a, edge.b, Math.round(edge.rho * 100)]),
  };
}

/** The content of `site/content/walk-forward.json`: month ends, and the two portfolios' values on them, 100 at the start. */
export type WalkFigure = {
  from: string;
  to: string;
  lines: Array<{ name: string; values: number[]; measures: Measures }>;
};

/** In percent, with one decimal. */
type Measures = { annual: number; volatility: number; drawdown: number };

export function walkFigure(): WalkFigure {
  const market = sampleMarket();
  const rule = walkForward(market, trendForRisk, '2018-01-01');
  const equal = walkForward(market, equalWeights, '2018-01-01');
  return {
    from: market.days[rule.start],
    to: market.days[market.days.length - 1],
    lines: [
      { name: 'Trend for its risk', ...monthly(market.days, rule) },
      { name: 'Equal weights', ...monthly(market.days, equal) },
    ],
  };
}

function monthly(days: readonly string[], { start, values }: Walk): { values: number[]; measures: Measures } {
  const ends = [...values.keys()].filter((t) => {
    const day = days[start + t];
    return days[start + t + 1]?.slice(0, 7) !== day.slice(0, 7);
  });
  const { net, volatility, maxDrawdown } = figuresOf(days.slice(start), values);
  return {
    values: ends.map((t) => Math.round(values[t] * 1000) / 10),
    measures: { annual: tenths(net), volatility: tenths(volatility), drawdown: tenths(-maxDrawdown) },
  };
}

function tenths(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/** The content of `site/content/evidence.json`: three small figures of the home page, all as of the last day. */
export type EvidenceFigure = {
  date: string;
  weights: Array<[sector: string, percent: number]>;
  /** Correlations between the sectors' average returns, in hundredths: the rows of the lower triangle. */
  sectors: string[];
  correlations: number[][];
  /** The number of monthly calls on all securities, and how many of them the following month confirmed. */
  record: { securities: number; calls: number; right: number };
  signals: Signal[];
};

export function evidenceFigure(): EvidenceFigure {
  const market = sampleMarket();
  const last = market.days.length - 1;
  const held = trendForRisk(market, last);
  const averages = sectors.map((sector) => {
    const members = market.series.filter((item) => item.security.sector === sector.id);
    return Float64Array.from(market.days, (_, t) => members.reduce((sum, item) => sum + item.returns[t], 0) / members.length);
  });
  const weights = sectors.map((sector): [string, number] => {
    const total = market.series.reduce((sum, item, i) => sum + (item.security.sector === sector.id ? held[i] : 0), 0);
    return [sector.name, Math.round(total * 100)];
  });
  const signals = signalsOfTheDay(market);
  return {
    date: market.days[last],
    weights: weights.filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1]),
    sectors: sectors.map((sector) => sector.name),
    correlations: averages.map((a, i) => averages.slice(0, i).map((b) => Math.round(correlation(a, b) * 100))),
    record: { securities: signals.length, calls: sumOf(signals, 'calls'), right: sumOf(signals, 'right') },
    signals: [...signals.filter((s) => s.call === 'up').slice(0, 5), ...signals.filter((s) => s.call === 'down').slice(0, 2)]
      .sort((a, b) => b.strength - a.strength)
      .map((signal) => ({ ...signal, recent: scaled(signal.recent) })),
  };
}

function sumOf(signals: readonly Signal[], key: 'calls' | 'right'): number {
  return signals.reduce((sum, signal) => sum + signal[key], 0);
}

function scaled(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return values.map((value) => Math.round(((value - low) / (high - low)) * 100));
}
