import type { Edge } from './graph.ts';
import type { Point } from './layout.ts';

/** Where a node's label stands: right, left, above, below. */
export type Side = 0 | 1 | 2 | 3;

const sides: ReadonlyArray<[dx: number, dy: number]> = [
  [20, 0],
  [-20, 0],
  [0, -14],
  [0, 14],
];

/** For every node the side on which its label meets the fewest edges, nodes and labels set before it. */
export function labelSides(points: readonly Point[], edges: readonly Edge[]): Side[] {
  const taken: Point[] = [];
  return points.map((point, i) => {
    const costs = sides.map(([dx, dy], side) => {
      const spot = { x: point.x + dx, y: point.y + dy };
      let cost = side * 0.05;
      points.forEach((other, j) => (cost += j === i ? 0 : near(spot, other, 26)));
      for (const other of taken) cost += near(spot, other, 30);
      for (const { a, b } of edges) cost += crowding(spot, points[a]!, points[b]!);
      return cost;
    });
    const best = costs.indexOf(Math.min(...costs));
    const [dx, dy] = sides[best]!;
    taken.push({ x: point.x + dx, y: point.y + dy });
    return best as Side;
  });
}

/** For every group of nodes a place for its name: outside its box, where the fewest nodes, edges and other names are. */
export function groupPlaces(
  points: readonly Point[],
  groupOf: readonly number[],
  edges: readonly Edge[],
  box: readonly [number, number],
): Point[] {
  const taken: Point[] = [];
  return [...new Set(groupOf)]
    .sort((a, b) => a - b)
    .map((group) => {
      const members = points.filter((_, i) => groupOf[i] === group);
      const left = Math.min(...members.map((point) => point.x));
      const right = Math.max(...members.map((point) => point.x));
      const top = Math.min(...members.map((point) => point.y));
      const bottom = Math.max(...members.map((point) => point.y));
      const candidates = [top - 34, top - 26, bottom + 26, bottom + 34, top + 10, bottom - 10].flatMap((y) =>
        [left - 46, left, (left + right) / 2, right, right + 46].map((x) => ({ x, y })),
      );
      const costs = candidates.map((spot) => {
        // A name that leaves the drawing is cut off at its edge.
        let cost = spot.x < 30 || spot.x > box[0] - 30 || spot.y < -34 || spot.y > box[1] + 34 ? 9 : 0;
        cost += Math.hypot(spot.x - (left + right) / 2, spot.y - (top + bottom) / 2) / 250;
        for (const other of points) cost += 3 * near(spot, other, 74);
        for (const other of taken) cost += 6 * near(spot, other, 110);
        for (const { a, b } of edges) cost += 2 * crowding(spot, points[a]!, points[b]!, 46);
        return cost;
      });
      const best = candidates[costs.indexOf(Math.min(...costs))]!;
      taken.push(best);
      return best;
    });
}

/** 1 where two points meet, 0 from `reach` on; a label is wide, so height counts double. */
function near(a: Point, b: Point, reach: number): number {
  return Math.max(0, 1 - Math.hypot(a.x - b.x, 2 * (a.y - b.y)) / reach);
}

/** How much the line from a to b disturbs a label at `spot`. */
function crowding(spot: Point, a: Point, b: Point, reach = 18): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const along = ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / (dx * dx + dy * dy);
  const at = Math.min(1, Math.max(0, along));
  return 0.6 * near(spot, { x: a.x + at * dx, y: a.y + at * dy }, reach);
}
