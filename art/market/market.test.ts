import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { returnsOf } from '../../contract/figures/returns.ts';
import { summarize } from '../../contract/figures/summary.ts';
import { correlation } from './correlation.ts';
import { evidenceFigure, type GraphFigure, graphFigure, walkFigure } from './figure.ts';
import { distance } from './graph.ts';
import { crossed, labelArea, nameArea, reach, shared } from './labels.ts';
import type { Point } from './layout.ts';
import { dayNumber } from './calendar.ts';
import { samplePortfolios } from './portfolios.ts';
import { sampleMarket } from './series.ts';
import { trendForRisk, walkForward } from './walk-forward.ts';

const shipped: GraphFigure = JSON.parse(readFileSync(new URL('../../site/content/market-graph.json', import.meta.url), 'utf8'));

describe('the sample market', () => {
  const { days, series } = sampleMarket();

  test('ends with 2024 and has one finite, positive price a security and day', () => {
    expect(days.at(-1)).toBe('2024-12-31');
    for (const { prices } of series) {
      expect(prices.length).toBe(days.length);
      expect(prices.every((price) => Number.isFinite(price) && price > 0)).toBe(true);
    }
  });

  test('has every ticker once', () => {
    expect(new Set(series.map((item) => item.security.ticker)).size).toBe(series.length);
  });
});

describe('a walk-forward test', () => {
  test('decides from the past alone: changing the future changes no value before it', () => {
    const market = sampleMarket();
    const cut = market.days.indexOf('2020-06-30');
    const series = market.series.map((item, i) => ({
      ...item,
      returns: item.returns.map((value, t) => (t > cut ? value * (i % 2 === 0 ? 3 : -1) : value)),
    }));
    const real = walkForward(market, trendForRisk, '2018-01-01');
    const changed = walkForward({ ...market, series }, trendForRisk, '2018-01-01');
    const until = cut - real.start + 1;
    expect(changed.values.slice(0, until)).toEqual(real.values.slice(0, until));
    expect(changed.values.at(-1)).not.toBe(real.values.at(-1));
  });
});

describe('the methodology chart', () => {
  const { lines, from } = walkFigure();
  const [rule, equal] = lines.map((line) => line.values);

  test('is what the page says of it: behind for years, ahead at the end', () => {
    const behind = rule.filter((value, month) => value < equal[month]).length;
    expect(behind).toBeGreaterThan(36);
    expect(rule.at(-1)).toBeGreaterThan(equal[equal.length - 1]);
    expect(from).toBe('2017-12-29');
  });
});

describe('the shipped methodology chart', () => {
  const shipped: unknown = JSON.parse(readFileSync(new URL('../../site/content/walk-forward.json', import.meta.url), 'utf8'));

  test('is what the script computes now: else run `npm run art -- walk`', () => {
    expect(shipped).toEqual(walkFigure());
  });

  test('measures as the cards do: years by the calendar, 252 days for volatility', () => {
    const { days } = sampleMarket();
    const { start, values } = walkForward(sampleMarket(), trendForRisk, '2018-01-01');
    const own = Int32Array.from(days.slice(start), dayNumber);
    const record = { frequency: 'daily', days: own, portfolio: values, benchmark: undefined, benchmark2: undefined } as const;
    const { net, volatility, maxDrawdown } = summarize(record, 0).portfolio;
    const { annual, volatility: shown, drawdown } = walkFigure().lines[0].measures;
    expect([annual, shown, -drawdown].map((value) => value.toFixed(1))).toEqual(
      [net, volatility ?? Number.NaN, maxDrawdown].map((value) => (value * 100).toFixed(1)),
    );
  });
});

test('the shipped evidence is what the script computes now: else run `npm run art -- evidence`', () => {
  const shipped: unknown = JSON.parse(readFileSync(new URL('../../site/content/evidence.json', import.meta.url), 'utf8'));
  expect(shipped).toEqual(evidenceFigure());
});

describe('the sample portfolios', () => {
  const portfolios = samplePortfolios();

  test('are six, three of them cognitive, each as long as its benchmarks and ending with 2024', () => {
    expect(portfolios.length).toBe(6);
    expect(portfolios.filter((portfolio) => portfolio.group === 'cognitive').length).toBe(3);
    for (const { days, values, benchmark, benchmark2, holdings } of portfolios) {
      expect(days.at(-1)).toBe('2024-12-31');
      expect([values.length, benchmark.values.length, benchmark2?.values.length ?? days.length]).toEqual([
        days.length,
        days.length,
        days.length,
      ]);
      expect(holdings.reduce((sum, holding) => sum + holding.weight, 0)).toBeCloseTo(1, 2);
    }
  });
});

describe('the shipped market graph', () => {
  test('is what the script computes now', () => {
    expect(shipped).toEqual(graphFigure());
  });

  test('shows on every edge the correlation of the two series, recomputed from their prices', () => {
    const byTicker = Object.fromEntries(sampleMarket().series.map((item) => [item.security.ticker, item.prices]));
    for (const [a, b, rho] of [...shipped.tree, ...shipped.strong]) {
      const x = returnsOf(byTicker[shipped.nodes[a][0]]);
      const y = returnsOf(byTicker[shipped.nodes[b][0]]);
      expect(rho).toBe(Math.round(correlation(x, y, 0) * 100));
    }
  });

  test('sets each sector name nearest to a security of that sector, and over no security', () => {
    for (const [sector, [name, x, y]] of shipped.sectors.entries()) {
      const area = nameArea({ x, y }, name);
      const nearest = shipped.nodes.toSorted((a, b) => reach(area, placeOf(a)) - reach(area, placeOf(b)))[0];
      expect([name, nearest[1]]).toEqual([name, sector]);
      expect(reach(area, placeOf(nearest))).toBeGreaterThan(4);
    }
  });

  test('sets no label over another one, and next to none over an edge of the tree', () => {
    const degree = (i: number) => shipped.tree.filter(([a, b]) => a === i || b === i).length;
    const areas = [
      ...shipped.nodes.map((node, i) => labelArea(placeOf(node), { ticker: node[0], hub: degree(i) > 3 }, node[4])),
      ...shipped.sectors.map(([name, x, y]) => nameArea({ x, y }, name)),
    ];
    for (const [i, area] of areas.entries()) for (const other of areas.slice(i + 1)) expect(shared(area, other)).toBe(0);
    const onEdges = areas.filter((area) =>
      shipped.tree.some(([a, b]) => crossed(area, placeOf(shipped.nodes[a]), placeOf(shipped.nodes[b])) > 0),
    );
    expect(onEdges.length).toBeLessThanOrEqual(areas.length / 20);
  });

  test('has a spanning tree that no exchange of one edge makes shorter', () => {
    const { series } = sampleMarket();
    expect(shipped.tree.length).toBe(series.length - 1);
    for (const [removed] of shipped.tree.entries()) {
      const rest = shipped.tree.filter((_, i) => i !== removed);
      const side = reachable(shipped.tree[removed][0], rest);
      expect(side.has(shipped.tree[removed][1])).toBe(false);
      const kept = distance(rhoOf(shipped.tree[removed][0], shipped.tree[removed][1]));
      const best = Math.min(...[...side].flatMap((a) => series.flatMap((_, b) => (side.has(b) ? [] : [distance(rhoOf(a, b))]))));
      expect(kept).toBeCloseTo(best, 12);
    }
  });
});

function placeOf([, , x, y]: GraphFigure['nodes'][number]): Point {
  return { x, y };
}

const known: Record<string, number> = {};
function rhoOf(a: number, b: number): number {
  const key = a < b ? `${a} ${b}` : `${b} ${a}`;
  const { series } = sampleMarket();
  return (known[key] ??= correlation(series[a].returns, series[b].returns));
}

function reachable(start: number, edges: ReadonlyArray<[number, number, number]>): Set<number> {
  const seen = new Set([start]);
  for (let grew = true; grew;) {
    grew = false;
    for (const [a, b] of edges) {
      if (seen.has(a) === seen.has(b)) continue;
      seen.add(a).add(b);
      grew = true;
    }
  }
  return seen;
}
