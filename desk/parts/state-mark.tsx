import type { FieldLook } from '../../contract/desk/staff-fields.ts';
import styles from './state-mark.module.css';

/** A label with a border for a state. */
export function StateMark({ look = 'plain', children }: { look?: FieldLook | undefined; children: string }) {
  return <span className={`${styles.mark} ${styles[look] ?? ''}`}>{children}</span>;
}
