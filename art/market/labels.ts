import { labelSpots } from '../../site/content/market-graph.ts';
import { widthOf } from '../draw/text.ts';
import type { Edge } from './graph.ts';
import type { Point } from './layout.ts';

/** Index of a node's label position in `labelSpots`. */
export type Side = number;

type Area = { left: number; top: number; right: number; bottom: number };
export type Labelled = { ticker: string; hub: boolean };

/** Parts of a drawing that labels should not cover; edges outside the tree are faint and count less. */
export type Drawn = { points: readonly Point[]; tree: readonly Edge[]; strong: readonly Edge[] };

const ROUNDS = 12;
/** The farthest that a name may be from its group. */
const AROUND = 80;

/** For every node the label position that overlaps the fewest nodes, edges and other labels. Repeated until no label moves. */
export function labelSides(drawn: Drawn, nodes: readonly Labelled[]): Side[] {
  const areas = nodes.map((node, i) => labelSpots.map((_, side) => labelArea(drawn.points[i], node, side)));
  const own = areas.map((spots, i) => spots.map((area, side) => disturbance(area, drawn, i) + side * 0.02));
  const sides: Side[] = own.map((costs) => costs.indexOf(Math.min(...costs)));
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false;
    for (const [i, spots] of areas.entries()) {
      const costs = spots.map((area, side) => {
        let cost = own[i][side];
        for (const [j, other] of sides.entries()) if (j !== i) cost += 4 * shared(area, areas[j][other]);
        return cost;
      });
      const best = costs.indexOf(Math.min(...costs));
      changed ||= best !== sides[i];
      sides[i] = best;
    }
    if (!changed) break;
  }
  return sides;
}

export function labelArea({ x, y }: Point, { ticker, hub }: Labelled, side: Side): Area {
  const { dx, dy, anchor } = labelSpots[side];
  const size = hub ? 15 : 12.5;
  const width = widthOf(ticker, { size, face: 'barlow-condensed', weight: 500 });
  const far = hub ? 4 : 0;
  return textArea({ x: x + dx + Math.sign(dx) * far, y: y + dy + (dx === 0 ? Math.sign(dy) * far : 0) }, { anchor, width, size });
}

/** The area of a group's name in spaced capitals, centred at `place` on its baseline. */
export function nameArea(place: Point, name: string): Area {
  const width = widthOf(name.toUpperCase(), { size: 14, face: 'barlow-condensed', weight: 400, tracking: 0.12 });
  return textArea(place, { anchor: 'middle', width: width + name.length * 14 * 0.12, size: 14 });
}

function textArea({ x, y }: Point, { anchor, width, size }: { anchor: 'start' | 'middle' | 'end'; width: number; size: number }): Area {
  const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * width;
  return { left, top: y - 0.72 * size, right: left + width, bottom: y + 0.06 * size };
}

type Groups = { groupOf: readonly number[]; names: readonly string[]; box: readonly [number, number] };

/** For every group a position for its name: free of the drawing and of labels, and closer to one of its nodes than to any other node. */
export function groupPlaces(drawn: Drawn, labels: readonly Area[], { groupOf, names, box }: Groups): Point[] {
  const taken: Area[] = [];
  return names.map((name, group) => {
    const members = drawn.points.filter((_, i) => groupOf[i] === group);
    const others = drawn.points.filter((_, i) => groupOf[i] !== group);
    const xs = members.map(({ x }) => x);
    const ys = members.map(({ y }) => y);
    const centre = { x: mean(xs), y: mean(ys) };
    const atZero = nameArea({ x: 0, y: 0 }, name);
    let best = { cost: Infinity, place: centre };
    for (let x = Math.max(20, Math.min(...xs) - AROUND); x <= Math.min(box[0] - 20, Math.max(...xs) + AROUND); x += 6) {
      for (let y = Math.max(-30, Math.min(...ys) - AROUND); y <= Math.min(box[1] + 36, Math.max(...ys) + AROUND); y += 6) {
        const area = moved(atZero, { x, y });
        if (area.left < -36 || area.right > box[0] + 36) continue;
        const near = nearest(area, members);
        const foreign = nearest(area, others);
        let cost = near / 40 + Math.hypot(x - centre.x, y - centre.y) / 160 + (near > 0.75 * foreign ? 30 : 0);
        // Skips the costlier checks for most positions.
        if (cost >= best.cost) continue;
        const roomy = grown(area, 5);
        cost += 4 * disturbance(roomy, drawn, -1);
        for (const other of [...labels, ...taken]) cost += 8 * shared(roomy, other);
        if (cost < best.cost) best = { cost, place: { x, y } };
      }
    }
    taken.push(moved(atZero, best.place));
    return best.place;
  });
}

/** How much of the drawing an area covers, without the label's node. */
function disturbance(area: Area, { points, tree, strong }: Drawn, own: number): number {
  let cost = 0;
  for (const [j, point] of points.entries()) if (j !== own && reach(area, point) < 8) cost += 5;
  for (const { a, b } of tree) if (crossed(area, points[a], points[b]) > 0) cost += 1 + crossed(area, points[a], points[b]) / 20;
  for (const { a, b } of strong) cost += crossed(area, points[a], points[b]) / 60;
  return cost;
}

/** Distance of a point from an area; 0 inside it. */
export function reach({ left, top, right, bottom }: Area, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function nearest(area: Area, points: readonly Point[]): number {
  return Math.min(...points.map((point) => reach(area, point)));
}

export function shared(a: Area, b: Area): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return 0.5 + (width * height) / Math.min(sizeOf(a), sizeOf(b));
}

/** Length of the part of the line from `from` to `to` that is inside an area. (Liang and Barsky) */
export function crossed({ left, top, right, bottom }: Area, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  let enter = 0;
  let leave = 1;
  for (const [step, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (step === 0 && room < 0) return 0;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  return enter < leave ? (leave - enter) * Math.hypot(dx, dy) : 0;
}

function moved({ left, top, right, bottom }: Area, { x, y }: Point): Area {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function grown({ left, top, right, bottom }: Area, by: number): Area {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function sizeOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
