import { marketGraph } from '../content/market-graph.ts';
import styles from './neighbour-graph.module.css';

const { nodes, tree, strong } = marketGraph;

/** The small market graph: one security, what it is linked to, and how closely. Decoration for readers of the page. */
export function NeighbourGraph({ ticker }: { ticker: string }) {
  const centre = nodes.findIndex(([name]) => name === ticker);
  const own = [...tree, ...strong].filter(([a, b]) => a === centre || b === centre);
  const shown = [...new Set(own.flatMap(([a, b]) => [a, b]))];
  const among = [...tree, ...strong].filter(([a, b]) => a !== centre && b !== centre && shown.includes(a) && shown.includes(b));
  const place = placeIn(shown.map((i) => nodes[i]!));
  const at = (i: number) => place(nodes[i]!);

  return (
    <svg className={styles.graph} viewBox="0 0 340 168" aria-hidden="true">
      <path className={styles.among} d={among.map(([a, b]) => `M${at(a)}L${at(b)}`).join('')} />
      <path className={styles.own} d={own.map(([a, b]) => `M${at(a)}L${at(b)}`).join('')} />
      <path className={styles.point} d={shown.map((i) => `M${at(i)}h.1`).join('')} />
      <path className={styles.centre} d={`M${at(centre)}h.1`} />
      {shown.map((i) => {
        const [x, y] = at(i);
        const rho = own.find(([a, b]) => i !== centre && (a === i || b === i))?.[2];
        const left = x > 250;
        return (
          <text key={i} x={left ? x - 11 : x + 11} y={y + 4} className={`${left ? styles.left : ''} ${i === centre ? styles.chosen : ''}`}>
            {nodes[i]![0]}
            {rho ? <tspan className={styles.rho}> {(rho / 100).toFixed(2)}</tspan> : null}
          </text>
        );
      })}
    </svg>
  );
}

/** Stretches the nodes' own places to the small drawing. */
function placeIn(members: ReadonlyArray<readonly [string, number, number, number, number]>) {
  const xs = members.map((node) => node[2]);
  const ys = members.map((node) => node[3]);
  const scale = (value: number, all: readonly number[], from: number, to: number) => {
    const low = Math.min(...all);
    return Math.round(from + ((value - low) / (Math.max(...all) - low)) * (to - from));
  };
  return (node: readonly [string, number, number, number, number]): [number, number] => [
    scale(node[2], xs, 10, 262),
    scale(node[3], ys, 12, 156),
  ];
}
