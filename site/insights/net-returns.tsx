import { sayNet, simulationMark } from '../../contract/figures/disclosure-words.ts';
import { figureLines } from '../../contract/figures/metrics.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { portfolioDetails } from '../content/insights-details.ts';
import { ChangeFigure } from './change-figure.tsx';
import styles from './net-returns.module.css';
import { scaleOf } from './scale.ts';

function headOf({ under_one_year, disclosure, results }: ShownPortfolio): string {
  const { shortReturns, returns } = portfolioDetails.details;
  const mark = simulationMark({ results });
  return `${sayNet(under_one_year ? shortReturns : returns, disclosure)}${mark === undefined ? '' : `, ${mark.toLowerCase()}`}`;
}

export function NetReturns({ portfolio }: { portfolio: ShownPortfolio }) {
  const rows = figureLines(portfolio);
  const mark = simulationMark(portfolio);
  const scale = scaleOf(rows.map(({ net }) => net));
  const zero = scale(0);
  return (
    <section className="stack gap-1">
      <h3 className="h4">{headOf(portfolio)}</h3>
      <dl className={styles.rows}>
        {rows.map(({ name, net }, i) => (
          <div key={name} className={i === 0 ? `${styles.portfolio} ${mark ? styles.simulated : ''}`.trim() : styles.row}>
            <dt>{name}</dt>
            <dd>
              <ChangeFigure value={net} against={i === 0 ? rows[1]?.net : undefined} />
              <svg className={styles.bar} width="100%" height="8" aria-hidden="true">
                {net === null ? null : (
                  <rect x={`${Math.min(zero, scale(net))}%`} width={`${Math.abs(scale(net) - zero)}%`} y="0" height="8" rx="1" />
                )}
                <line x1={`${zero}%`} x2={`${zero}%`} y1="0" y2="8" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
