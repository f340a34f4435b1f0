import { metrics } from '../../contract/figures/metrics.ts';
import { NOTATION } from '../../contract/figures/notation.ts';
import { insights, method as words } from '../content/insights.ts';
import styles from './method.module.css';
import { PrintedFormula } from './printed-formula.tsx';

export function Method() {
  return (
    <section id="method" className={`wrap stack gap-5 ${styles.method}`} aria-labelledby="method-title">
      <div className="stack gap-2 content-start">
        <h2 id="method-title">{words.title}</h2>
        <p className="lead max-w-30">{words.lead}</p>
        <p className="max-w-30 quiet">{NOTATION}</p>
        <p>
          {insights.report.text} <a href="/getreport">{insights.report.action}</a>
        </p>
      </div>
      <dl>
        {metrics.map(({ key, label, formula, text }) => (
          <div key={key} className={`stack border-top ${styles.term}`}>
            <dt className="strong">{label}</dt>
            <dd className={styles.formula}>
              <PrintedFormula formula={formula} />
            </dd>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
