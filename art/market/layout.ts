import { distance, type Edge } from './graph.ts';

export type Point = { x: number; y: number };

/**
 * Positions the nodes of a tree so that distances in the drawing follow distances along the tree: stress majorization (Gansner, Koren and North,
 * "Graph drawing by stress majorization", 2004), started from a radial drawing of the tree. Deterministic: the same tree gives the same picture. The
 * result fills the box `width` by `height`.
 */
export function layoutTree(tree: readonly Edge[], size: number, width: number, height: number): Point[] {
  const target = pathLengths(tree, size);
  let points = radial(tree, size, target);
  for (let round = 0; round < 400; round++) points = majorize(points, target);
  points = separate(fit(points, width, height), 0.046 * Math.sqrt(width * height));
  return fit(points, width, height);
}

function pathLengths(tree: readonly Edge[], size: number): number[][] {
  const next: Array<Array<{ to: number; length: number }>> = Array.from({ length: size }, () => []);
  for (const { a, b, rho } of tree) {
    // A constant part keeps almost identical securities apart.
    const length = 0.35 + distance(rho);
    next[a].push({ to: b, length });
    next[b].push({ to: a, length });
  }
  return next.map((_, start) => {
    const lengths = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
    lengths[start] = 0;
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { to, length } of next[at]) {
        if (lengths[to] < Number.POSITIVE_INFINITY) continue;
        lengths[to] = lengths[at] + length;
        open.push(to);
      }
    }
    return lengths;
  });
}

/** The tree around its centre, each branch in a sector as wide as its number of leaves. */
function radial(tree: readonly Edge[], size: number, lengths: readonly number[][]): Point[] {
  const eccentricity = lengths.map((row) => Math.max(...row));
  const centre = eccentricity.indexOf(Math.min(...eccentricity));
  const neighbours: number[][] = Array.from({ length: size }, () => []);
  for (const { a, b } of tree) {
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const points: Point[] = Array.from({ length: size }, () => ({ x: 0, y: 0 }));

  function leaves(node: number, from: number): number {
    const children = neighbours[node].filter((child) => child !== from);
    return children.length === 0 ? 1 : children.reduce((sum, child) => sum + leaves(child, node), 0);
  }
  function place(node: number, from: number, start: number, end: number): void {
    const angle = (start + end) / 2;
    const radius = lengths[centre][node];
    points[node] = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    const total = leaves(node, from);
    let at = start;
    for (const child of neighbours[node]) {
      if (child === from) continue;
      const slice = ((end - start) * leaves(child, node)) / total;
      place(child, node, at, at + slice);
      at += slice;
    }
  }
  place(centre, -1, 0, 2 * Math.PI);
  return points;
}

/** One round of localized majorization: every node moves to where its weighted distances pull it. */
function majorize(points: readonly Point[], target: readonly (readonly number[])[]): Point[] {
  return points.map((point, i) => {
    let x = 0;
    let y = 0;
    let weights = 0;
    points.forEach((other, j) => {
      if (i === j) return;
      const wanted = target[i][j];
      const weight = 1 / wanted ** 2;
      const dx = point.x - other.x;
      const dy = point.y - other.y;
      const pull = wanted / Math.max(Math.hypot(dx, dy), 1e-6);
      x += weight * (other.x + dx * pull);
      y += weight * (other.y + dy * pull);
      weights += weight;
    });
    return { x: x / weights, y: y / weights };
  });
}

function separate(points: readonly Point[], gap: number): Point[] {
  const moved = points.map((point) => ({ ...point }));
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) {
        const a = moved[i];
        const b = moved[j];
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        const apart = Math.max(Math.hypot(dx, dy), 1e-6);
        if (apart >= gap) continue;
        const push = (gap - apart) / 2 / apart;
        a.x -= dx * push;
        a.y -= dy * push;
        b.x += dx * push;
        b.y += dy * push;
      }
    }
  }
  return moved;
}

/** Rotates the drawing so that it fits the box at the largest scale, then stretches it to the box's edges. */
function fit(points: readonly Point[], width: number, height: number): Point[] {
  let best = { scale: 0, points: [] as Point[], box: boxOf(points) };
  for (let degrees = 0; degrees < 180; degrees += 2) {
    const turned = turn(points, (degrees * Math.PI) / 180);
    const box = boxOf(turned);
    const scale = Math.min(width / box.width, height / box.height);
    if (scale > best.scale) best = { scale, points: turned, box };
  }
  const { left, top } = best.box;
  return best.points.map(({ x, y }) => ({
    x: ((x - left) * width) / best.box.width,
    y: ((y - top) * height) / best.box.height,
  }));
}

function turn(points: readonly Point[], angle: number): Point[] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

function boxOf(points: readonly Point[]): { left: number; top: number; width: number; height: number } {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
