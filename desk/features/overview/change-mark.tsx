import { changeFrom } from './overview-words.ts';
import styles from './change-mark.module.css';

/** The change from an earlier number, shown by sign as well as by colour. */
export function ChangeMark({ before, now }: { before: number; now: number }) {
  const { words, trend } = changeFrom(before, now);
  return <span className={`${styles.change} ${styles[trend]}`}>{words}</span>;
}
