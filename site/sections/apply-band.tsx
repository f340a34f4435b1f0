import { lazy, Suspense, useId } from 'react';
import styles from './apply-band.module.css';

// Asked for along with the page, and not waited for: it stands below what is read first.
const form = import('../forms/application-form.later.tsx');
const ApplicationForm = lazy(async () => ({ default: (await form).ApplicationForm }));

/** What an application is for, and its form. */
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
        <Suspense fallback={<div className={styles.coming} />}>
          <ApplicationForm key={subject} subject={subject} labelledBy={heading} />
        </Suspense>
      </div>
    </section>
  );
}
