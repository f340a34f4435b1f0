import type { ReactNode } from 'react';
import styles from './desk-form.module.css';

export function FieldList({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

/** @param sticky at the end of a dialog's form: it stays in sight while the fields scroll beneath it */
export function FormFoot({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  return <div className={sticky ? `${styles.foot} ${styles.sticky}` : styles.foot}>{children}</div>;
}
