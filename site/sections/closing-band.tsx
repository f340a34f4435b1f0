import type { ReactNode } from 'react';
import styles from './closing-band.module.css';
import { MarketGraph } from './market-graph.tsx';

type ClosingBandProps = {
  title: string;
  text: string;
  children: ReactNode;
};

export function ClosingBand({ title, text, children }: ClosingBandProps) {
  return (
    <section className={styles.band} data-theme="dark" aria-labelledby="closing">
      <div className={`wrap stack ${styles.layout}`}>
        <div className="stack gap-3 items-start section">
          <h2 id="closing">{title}</h2>
          <p className="lead max-w-30">{text}</p>
          <div className="row wraps gap-2">{children}</div>
        </div>
        <div className={`wide-only ${styles.graph}`}>
          <MarketGraph words={false} />
        </div>
      </div>
    </section>
  );
}
