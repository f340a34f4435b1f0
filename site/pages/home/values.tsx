import type { ReactNode } from 'react';
import { metric } from '../../../contract/figures/metrics.ts';
import { sampleEvidence } from '../../content/evidence.ts';
import { home } from '../../content/home.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PrintedFormula } from '../../insights/printed-formula.tsx';
import styles from './values.module.css';

const { values } = home;

export function ValuesSection() {
  return (
    <section className={styles.band} aria-labelledby="values">
      <div className="wrap">
        <h2 id="values">{values.title}</h2>
        <ul className={styles.cards}>
          {values.cards.map((card) => (
            <li key={card.key} className={styles.card}>
              {exhibits[card.key](card.exhibit)}
              <h3>{card.title}</h3>
              <p className={styles.text}>{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type Key = (typeof values.cards)[number]['key'];

const exhibits: { [key in Key]: (words: readonly string[]) => ReactNode } = {
  evidence: ([caption]) => <TrackRecord caption={caption} />,
  control: (steps) => <Trail steps={steps} />,
  clarity: ([caption]) => <Formula caption={caption} />,
};

function TrackRecord({ caption }: { caption: string | undefined }) {
  const { right, calls } = sampleEvidence.signals[0]!;
  return (
    <p className={styles.exhibit}>
      <span className={styles.large}>
        {right}
        <small> of {calls}</small>
      </span>
      {caption}
    </p>
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
