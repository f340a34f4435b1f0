import type { ReactNode } from 'react';
import { grouped } from '../../../contract/figures/format.ts';
import { metric } from '../../../contract/figures/metrics.ts';
import { sampleEvidence } from '../../content/evidence.ts';
import { home } from '../../content/home.ts';
import { RiskWarning } from '../../frame/risk-warning.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrintedFormula } from '../../insights/printed-formula.tsx';
import styles from './values.module.css';

const { values } = home;

export function ValuesSection() {
  return (
    <section className="section surface" aria-labelledby="values">
      <div className="wrap">
        <h2 id="values">{values.title}</h2>
        <ul className={`stack gap-5 ${styles.cards}`}>
          {values.cards.map((card) => (
            <li key={card.key} className={styles.card}>
              {exhibits[card.key](card.exhibit)}
              <h3>{card.title}</h3>
              <p className={`mt-2 max-w-34 quiet ${styles.text}`}>{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type Key = (typeof values.cards)[number]['key'];

const exhibits: { [key in Key]: (words: readonly string[]) => ReactNode } = {
  evidence: (words) => <TrackRecord words={words} />,
  control: (steps) => <Trail steps={steps} />,
  clarity: ([caption]) => <Formula caption={caption} />,
};

/** Counts the calls on all securities, because a single security would be a selected example. */
function TrackRecord({ words: [before, after] }: { words: readonly string[] }) {
  const { right, calls, securities } = sampleEvidence.record;
  return (
    <div className={styles.exhibit}>
      <span className={styles.large}>
        {grouped(right)}
        <small>{` of ${grouped(calls)}`}</small>
      </span>
      <p>{`${before} ${securities} ${after}`}</p>
      <RiskWarning />
    </div>
  );
}

function Trail({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={`${styles.exhibit} ${styles.trail}`}>
      {steps.map((step) => (
        <li key={step}>
          <Icon name="check" size={20} />
          {step}
        </li>
      ))}
    </ol>
  );
}

function Formula({ caption }: { caption: string | undefined }) {
  return (
    <p className={styles.exhibit}>
      <span className={styles.large}>
        <PrintedFormula formula={metric('sharpe').formula} />
      </span>
      {caption}
    </p>
  );
}
