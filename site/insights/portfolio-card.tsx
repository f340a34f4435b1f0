import { longDate, signed, signedPercent } from '../../contract/figures/format.ts';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Change } from './change.tsx';
import type { ShownPortfolio } from './load.ts';
import styles from './portfolio-card.module.css';
import type { Scale } from './scale.ts';

const words = insights.card;

type PortfolioCardProps = {
  portfolio: ShownPortfolio;
  /** Common to all cards, so that their marks compare. */
  scale: Scale;
  onMore: () => void;
};

/** A portfolio in figures: its return, its benchmarks, and how both did a year on the scale of all cards. */
export function PortfolioCard({ portfolio, scale, onMore }: PortfolioCardProps) {
  const { shortName, subName, total_return_pf, sharpe_pf, start_date } = portfolio;
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>{shortName}</h3>
        <span className={styles.chip}>{insights.quarter}</span>
        <p className={styles.sub}>{subName || '--'}</p>
      </header>
      <dl className={styles.figures}>
        <div>
          <dt>{words.total}</dt>
          <dd>
            <Change value={total_return_pf} className={styles.total ?? ''} />
          </dd>
        </div>
        <div className={styles.sharpe}>
          <dt>{words.sharpe}</dt>
          <dd className={styles.ratio}>{signed(sharpe_pf)}</dd>
        </div>
      </dl>
      <Benchmarks portfolio={portfolio} />
      <Annual portfolio={portfolio} scale={scale} />
      <footer className={styles.foot}>
        <p className={styles.since}>
          {words.since} <time dateTime={start_date}>{longDate(start_date)}</time>
        </p>
        <Button variant="outline" className={styles.more} onClick={onMore}>
          {words.more}
          <VisuallyHidden> about {shortName}</VisuallyHidden>
        </Button>
      </footer>
    </article>
  );
}

function Benchmarks({ portfolio }: { portfolio: ShownPortfolio }) {
  return (
    <table className={styles.benchmarks}>
      <thead>
        <tr>
          <th scope="col">{words.benchmarks}</th>
          <th scope="col">Total return</th>
          <th scope="col" className={styles.wide}>
            Sharpe
          </th>
        </tr>
      </thead>
      <tbody>
        {benchmarksOf(portfolio).map(({ name, total, sharpe }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{signedPercent(total)}</td>
            <td className={styles.wide}>{signed(sharpe)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Annualized returns as marks on one scale: the portfolio a dot, its benchmarks strokes. */
function Annual({ portfolio, scale }: { portfolio: ShownPortfolio; scale: Scale }) {
  const { net_return_pf } = portfolio;
  const zero = scale(0);
  const end = scale(net_return_pf);
  return (
    <div className={styles.annual}>
      <p className={styles.annualWords}>
        <span>{words.annual}</span>
        <Change value={net_return_pf} />
      </p>
      <svg className={styles.strip} width="100%" height="20" aria-hidden="true">
        <line className={styles.axis} x1="0" x2="100%" y1="10" y2="10" />
        <line className={styles.zero} x1={`${zero}%`} x2={`${zero}%`} y1="4" y2="16" />
        <line className={styles.reach} x1={`${zero}%`} x2={`${end}%`} y1="10" y2="10" />
        {benchmarksOf(portfolio).map(({ name, net }) =>
          net === null ? null : <line key={name} className={styles.mark} x1={`${scale(net)}%`} x2={`${scale(net)}%`} y1="3" y2="17" />,
        )}
        <circle className={styles.dot} cx={`${end}%`} cy="10" r="5" />
      </svg>
    </div>
  );
}

export type Benchmark = { name: string; total: number | null; net: number | null; sharpe: number | null; excess: number | null };

/** The benchmarks that a portfolio has: one, two or none. */
export function benchmarksOf(portfolio: ShownPortfolio): Benchmark[] {
  const { benchmark, benchmark2 } = portfolio;
  const rows: Benchmark[] = [];
  if (benchmark) {
    const { total_return_bm: total, net_return_bm: net, sharpe_bm: sharpe, excess_return: excess } = portfolio;
    rows.push({ name: benchmark, total, net, sharpe, excess });
  }
  if (benchmark2) {
    const { total_return_bm2: total, net_return_bm2: net, sharpe_bm2: sharpe, excess_return2: excess } = portfolio;
    rows.push({ name: benchmark2, total, net, sharpe, excess });
  }
  return rows;
}
