import { useId } from 'react';
import { Island } from '../islands/island.tsx';
import styles from './apply-band.module.css';

export function ApplyBand({ id, title, lead, subject }: { id?: string; title: string; lead: string; subject: string }) {
  const heading = useId();
  return (
    <section id={id} className={styles.band} aria-labelledby={heading}>
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.words}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          <p className={styles.lead}>{lead}</p>
        </div>
        <Island name="application-form" when="intent" props={{ subject, labelledBy: heading }} />
      </div>
    </section>
  );
}
