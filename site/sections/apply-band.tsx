import { useId } from 'react';
import { Island } from '../islands/island.tsx';
import styles from './apply-band.module.css';

export function ApplyBand({ id, title, lead, subject }: { id?: string; title: string; lead: string; subject: string }) {
  const heading = useId();
  return (
    <section id={id} className="section surface" aria-labelledby={heading}>
      <div className={`wrap stack gap-5 ${styles.inner}`}>
        <div className={`stack gap-2 content-start ${styles.words}`}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          <p className="lead max-w-30">{lead}</p>
        </div>
        <Island name="application-form" when="intent" props={{ subject, labelledBy: heading }} />
      </div>
    </section>
  );
}
