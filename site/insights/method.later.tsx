import type { ReactNode } from 'react';
import { method as words } from '../content/insights-method.ts';
import styles from './method.module.css';
import { ReportInvitation } from './portfolios.tsx';

type Key = (typeof words.terms)[number]['key'];

/** What each figure means, with its formula. */
export function Method() {
  return (
    <section id="method" className={`wrap ${styles.method}`} aria-labelledby="method-title">
      <div className={styles.head}>
        <h2 id="method-title">{words.title}</h2>
        <p className={styles.lead}>{words.lead}</p>
        <ReportInvitation />
      </div>
      <dl className={styles.terms}>
        {words.terms.map(({ key, term, text }) => (
          <div key={key} className={styles.term}>
            <dt className={styles.name}>{term}</dt>
            <dd className={styles.formula}>{formulas[key]}</dd>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const formulas: Record<Key, ReactNode> = {
  total: (
    <>
      <i>R</i> = <i>V</i>
      <sub>end</sub> / <i>V</i>
      <sub>start</sub> − 1
    </>
  ),
  annual: (
    <>
      <i>r</i> = (1 + <i>R</i>)<sup>1/years</sup> − 1
    </>
  ),
  sharpe: (
    <>
      <i>S</i> = (<i>r</i> − <i>r</i>
      <sub>f</sub>) / <i>σ</i>
    </>
  ),
  excess: (
    <>
      <i>r</i>
      <sub>portfolio</sub> − <i>r</i>
      <sub>benchmark</sub>
    </>
  ),
  drawdown: (
    <>
      <i>D</i> = <i>V</i> / max <i>V</i> − 1
    </>
  ),
};
