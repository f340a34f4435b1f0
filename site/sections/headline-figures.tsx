import { grouped } from '../../contract/figures/format.ts';
import { headlineFigures, type HeadlineFigure } from '../content/headline-figures.ts';
import { RiskWarning } from '../frame/risk-warning.tsx';
import styles from './headline-figures.module.css';

/** The headline figures. The HTML has the final values; they count up once when they come into sight. */
export function HeadlineFigures() {
  return (
    <section className="section border-top" aria-labelledby="figures">
      <div className="wrap">
        <h2 id="figures">{headlineFigures.heading}</h2>
        <dl className={styles.list} data-counters>
          {headlineFigures.figures.map((figure) => (
            <div key={figure.id} className={`stack content-start border-top ${styles.figure}`}>
              <dt className="quiet">{figure.text}</dt>
              <dd className={`${styles.number} ${styles[figure.colour]}`} data-figure>
                {shown(figure)}
              </dd>
              <dd className={styles.basis}>
                {figure.period}: {figure.basis}
              </dd>
            </div>
          ))}
        </dl>
        <div className={`stack faint ${styles.notes}`}>
          <p>{headlineFigures.sample}</p>
          <RiskWarning />
        </div>
      </div>
    </section>
  );
}

function shown({ number, decimals, prefix, suffix }: HeadlineFigure): string {
  return prefix + grouped(number, decimals) + suffix;
}
