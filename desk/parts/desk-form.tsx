import type { ReactNode } from 'react';
import styles from './desk-form.module.css';

export function FieldList({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
