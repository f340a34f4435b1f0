import { changeFrom } from './overview-words.ts';
import styles from './change-mark.module.css';

/** By how much a number is more or less than the one before: told by sign as well as colour. */
export function ChangeMark({ before, now }: { before: number; now: number }) {
  const { words, trend } = changeFrom(before, now);
  return <span className={`${styles.change} ${styles[trend]}`}>{words}</span>;
}
