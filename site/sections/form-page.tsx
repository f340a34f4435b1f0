import type { ReactNode } from 'react';
import styles from './form-page.module.css';
import { MarketGraph } from './market-graph.tsx';

type FormPageProps = { title: string; intro?: string; children: ReactNode };

/** The id of the heading, for the form to be called by. */
export const FORM_PAGE_TITLE = 'form-title';

/** A form with a page to itself. */
export function FormPage({ title, intro, children }: FormPageProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1 id={FORM_PAGE_TITLE} tabIndex={-1}>
          {title}
        </h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      <div className={styles.form}>{children}</div>
      <MarketGraph className={styles.graph} words={false} />
    </div>
  );
}
