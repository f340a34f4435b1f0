import { elementAt } from '../../contract/checked.ts';
import { grouped } from '../../contract/figures/format.ts';
import { labelSpots, marketGraph, type MarketGraphFigure } from '../content/market-graph.ts';
import styles from './market-graph.module.css';

const { box, nodes, sectors, tree, strong } = marketGraph;
const degrees = nodes.map((_, i) => tree.filter(([a, b]) => a === i || b === i).length);

/**
 * Securities as nodes, correlations as edges. Decoration: the text beside it describes it. `words` shows tickers, sectors and the key. Edges and
 * nodes with the same look share a path, which keeps the page small.
 */
export function MarketGraph({ className = '', words = true }: { className?: string; words?: boolean }) {
  const [width, height] = box;
  return (
    <svg className={`${styles.graph} ${className}`} viewBox={`-44 -48 ${width + 88} ${height + 96}`} aria-hidden="true">
      <path className={styles.strong} d={lines(strong)} />
      {strengths.map(([from, to, look]) => (
        <path key={from} className={styles.tree} {...look} d={lines(tree.filter(([, , rho]) => rho >= from && rho < to))} />
      ))}
      {sectors.map(([name], sector) => (
        <Nodes key={name} sector={sector} />
      ))}
      {words ? (
        <>
          <Labels />
          <Key top={height - 96} />
          <g className={styles.sectors} textAnchor="middle">
            {sectors.map(([name, x, y]) => (
              <text key={name} x={x} y={y}>
                {name}
              </text>
            ))}
          </g>
        </>
      ) : null}
    </svg>
  );
}

/** Classes of correlation in hundredths: lower and upper bound, and the look of their lines. */
const strengths = [
  [0, 50, { strokeWidth: 0.9, opacity: 0.62 }],
  [50, 65, { strokeWidth: 1.5, opacity: 0.7 }],
  [65, 101, { strokeWidth: 2.3, opacity: 0.78 }],
] as const;

/** Classes of nodes by their number of edges: lower and upper bound, and the width of the point. */
const sizes = [
  [1, 2, 8],
  [2, 4, 11],
  [4, 99, 17],
] as const;

function Key({ top }: { top: number }) {
  return (
    <g className={styles.key}>
      <text x="0" y={top}>
        Correlation
      </text>
      {strengths.toReversed().map(([from, , look], i) => (
        <g key={from}>
          <path className={styles.tree} {...look} d={`M0 ${top + 20 + i * 22}h44`} />
          <text x="58" y={top + 24 + i * 22}>
            {from > 0 ? `${grouped(from / 100, 2)} and over` : `under ${grouped(strengths[1][0] / 100, 2)}`}
          </text>
        </g>
      ))}
      <path className={styles.strong} d={`M0 ${top + 86}h44`} />
      <text x="58" y={top + 90}>
        beyond the tree
      </text>
    </g>
  );
}

function lines(edges: MarketGraphFigure['tree']): string {
  return edges.map(([a, b]) => `M${pointOf(a)}L${pointOf(b)}`).join('');
}

function pointOf(index: number): string {
  const [, , x, y] = elementAt(nodes, index);
  return `${x} ${y}`;
}

/** The nodes of a sector: points with round caps, as wide as their stroke. Hollow sectors get a second, inner point. */
function Nodes({ sector }: { sector: number }) {
  return (
    <g className={styles[`sector${sector}`]}>
      {sizes.map(([from, to, strokeWidth]) => {
        const d = nodes
          .flatMap(([, sectorOf, x, y], i) =>
            sectorOf === sector && elementAt(degrees, i) >= from && elementAt(degrees, i) < to ? `M${x} ${y}h.1` : [],
          )
          .join('');
        return d && <path key={from} strokeWidth={strokeWidth} d={d} />;
      })}
    </g>
  );
}

function Labels() {
  return labelSpots.flatMap(({ dx, dy, anchor }, side) =>
    [true, false].map((hub) => {
      const far = hub ? 4 : 0;
      const named = nodes.filter(([, , , , label], i) => label === side && elementAt(degrees, i) > 3 === hub);
      if (named.length === 0) return null;
      return (
        <g key={`${side}${hub}`} className={hub ? styles.hub : styles.leaf} textAnchor={anchor}>
          {named.map(([ticker, , x, y]) => (
            <text key={ticker} x={x + dx + Math.sign(dx) * far} y={y + dy + (dx === 0 ? Math.sign(dy) * far : 0)}>
              {ticker}
            </text>
          ))}
        </g>
      );
    }),
  );
}
