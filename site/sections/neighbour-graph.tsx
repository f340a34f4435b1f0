import { elementAt } from '../../contract/checked.ts';
import { grouped } from '../../contract/figures/format.ts';
import { marketGraph } from '../content/market-graph.ts';
import styles from './neighbour-graph.module.css';

const { nodes, tree, strong } = marketGraph;
const MIDDLE = 84;
const START = 62;

/** The small market graph: one security and its linked ones, each at the distance √(2(1 − ρ)). Decoration, hidden from screen readers. */
export function NeighbourGraph({ ticker }: { ticker: string }) {
  const centre = nodes.findIndex(([name]) => name === ticker);
  const neighbours = [...tree, ...strong]
    .flatMap(([a, b, rho]) => (a === centre ? [{ node: b, rho }] : b === centre ? [{ node: a, rho }] : []))
    .sort((a, b) => b.rho - a.rho)
    .slice(0, 7);
  // The closest one is in the middle, the others alternate outwards above and below.
  const rows = neighbours.map((_, i) => MIDDLE + (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * 24);
  const xs = neighbours.map(({ rho }) => Math.round(START + Math.sqrt(2 * (1 - rho / 100)) * 190));

  return (
    <svg className={styles.graph} viewBox="0 0 340 168" aria-hidden="true">
      <path className={styles.links} d={xs.map((x, i) => `M${START} ${MIDDLE}L${x} ${rows[i]}`).join('')} />
      <path className={styles.points} d={xs.map((x, i) => `M${x} ${rows[i]}h.1`).join('')} />
      <path className={styles.centre} d={`M${START} ${MIDDLE}h.1`} />
      <text className={styles.chosen} x="0" y={MIDDLE + 5}>
        {ticker}
      </text>
      {neighbours.map(({ node, rho }, i) => (
        <text key={node} x={elementAt(xs, i) + 12} y={elementAt(rows, i) + 5}>
          {elementAt(nodes, node)[0]} <tspan className={styles.rho}>{grouped(rho / 100, 2)}</tspan>
        </text>
      ))}
    </svg>
  );
}
