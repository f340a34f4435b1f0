import type { ReactNode } from 'react';
import styles from './form-page.module.css';
import { MarketGraph } from './market-graph.tsx';

type FormPageProps = { title: string; intro?: string; children: ReactNode };

/** Id of the heading, which labels the form. */
export const FORM_PAGE_TITLE = 'form-title';

/** A page that consists of one form. */
export function FormPage({ title, intro, children }: FormPageProps) {
  return (
    <div className={`wrap stack gap-4 page-padding ${styles.page}`}>
      <div className={`stack gap-3 content-start min-w-0 ${styles.words}`}>
        <h1 className="h1-medium" id={FORM_PAGE_TITLE} tabIndex={-1}>
          {title}
        </h1>
        {intro && <p className={`lead ${styles.intro}`}>{intro}</p>}
      </div>
      <div className={styles.form}>{children}</div>
      <MarketGraph className={`wide-only ${styles.graph}`} words={false} />
    </div>
  );
}
