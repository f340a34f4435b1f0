import type { ReactNode } from 'react';
import { MarketGraph } from './market-graph.tsx';
import styles from './state-page.module.css';

type StatePageProps = { icon: ReactNode; look: 'calm' | 'good' | 'careful'; before?: ReactNode; children: ReactNode };

/** A page that reports a state, such as a link that has expired: an icon, a heading and what can be done, beside the market graph. */
export function StatePage({ icon, look, before, children }: StatePageProps) {
  return (
    <section className={`wrap stack content-start ${styles.page}`}>
      {before}
      <div className={`stack gap-2 items-start ${styles.column}`}>
        <span className={`centre ${styles.sign} ${styles[look]}`}>{icon}</span>
        {children}
      </div>
      <div className={styles.graph}>
        <MarketGraph words={false} />
      </div>
    </section>
  );
}
