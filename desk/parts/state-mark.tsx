import styles from './state-mark.module.css';

export type StateLook = 'plain' | 'primary' | 'success' | 'danger' | 'dashed';

/** A state in a word, with a border around it. */
export function StateMark({ look = 'plain', children }: { look?: StateLook | undefined; children: string }) {
  return <span className={`${styles.mark} ${styles[look] ?? ''}`}>{children}</span>;
}
