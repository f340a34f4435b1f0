import { expect, test } from 'vitest';
import { marketGraph } from '../../site/content/market-graph.ts';
import { labelArea, shared } from '../market/labels.ts';
import { placedNames } from './wave.ts';

// About the size on a card for phones, where two names would overlap if labels were on the same sides as in the full-size graph.
test.each([0.3, 0.36])('names of hubs do not meet where the graph is drawn at %d of its size', (scale) => {
  const points = marketGraph.nodes.map(([, , x, y]) => ({ x: x * scale, y: y * scale }));
  const areas = placedNames(points, true).flatMap((name, i) => (name.ticker ? [labelArea(points[i], name, name.side)] : []));
  expect(areas.length).toBeGreaterThan(5);
  for (const [i, area] of areas.entries()) for (const other of areas.slice(i + 1)) expect(shared(area, other)).toBe(0);
});
