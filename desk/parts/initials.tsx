import { elementAt, present } from '../../contract/checked.ts';
import styles from './initials.module.css';

/** Decorative: the name is shown beside it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className={`stack strong quiet ${styles.initials}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [elementAt(words, 0), present(words.at(-1))] : words;
  return picked.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 63).toLocaleUpperCase('en')).join('');
}
