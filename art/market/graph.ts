/** An edge of the market graph: two indices (a < b) and the correlation of their daily returns. */
export type Edge = { a: number; b: number; rho: number };

/**
 * The market graph of a correlation matrix: its minimum spanning tree under the distance √(2(1 − ρ)) (Mantegna, "Hierarchical structure in financial
 * markets", 1999), and the strongest pairs outside the tree, from `threshold` up and at most `each` per security, so that one tight group does not
 * take all of them.
 */
export function computeGraph(
  matrix: readonly (readonly number[])[],
  { threshold, each }: { threshold: number; each: number },
): { tree: Edge[]; strong: Edge[] } {
  const edges: Edge[] = [];
  for (let a = 0; a < matrix.length; a++) {
    for (let b = a + 1; b < matrix.length; b++) edges.push({ a, b, rho: matrix[a][b] });
  }
  // The distance falls as the correlation rises, so descending correlation is ascending distance.
  edges.sort((x, y) => y.rho - x.rho);

  const tree = spanningTree(edges, matrix.length);
  const inTree = new Set(tree);
  const taken = matrix.map(() => 0);
  const strong = edges.filter((edge) => {
    if (inTree.has(edge) || edge.rho < threshold || taken[edge.a] >= each || taken[edge.b] >= each) return false;
    taken[edge.a]++;
    taken[edge.b]++;
    return true;
  });
  return { tree, strong };
}

/** The distance between two securities: 0 for a correlation of 1, 2 for −1. */
export function distance(rho: number): number {
  return Math.sqrt(2 * (1 - rho));
}

function spanningTree(edges: readonly Edge[], size: number): Edge[] {
  const parent = Array.from({ length: size }, (_, i) => i);
  function root(node: number): number {
    let at = node;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
  const tree: Edge[] = [];
  for (const edge of edges) {
    const a = root(edge.a);
    const b = root(edge.b);
    if (a === b) continue;
    parent[a] = b;
    tree.push(edge);
  }
  return tree;
}
