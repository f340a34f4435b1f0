import type { ReactNode } from 'react';
import styles from './form-page.module.css';

type FormPageProps = { title: string; intro?: string; children: ReactNode };

/** The id of the heading, for the form to be called by. */
export const FORM_PAGE_TITLE = 'form-title';

/** A form with a page to itself. */
export function FormPage({ title, intro, children }: FormPageProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 id={FORM_PAGE_TITLE} tabIndex={-1}>
        {title}
      </h1>
      {intro && <p className={styles.intro}>{intro}</p>}
      <div className={styles.form}>{children}</div>
    </div>
  );
}
