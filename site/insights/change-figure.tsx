import { signedPercent } from '../../contract/figures/format.ts';
import styles from './change-figure.module.css';

type ChangeProps = {
  /** Percent; null where there is no figure. */
  value: number | null;
  className?: string;
};

export function ChangeFigure({ value, className = '' }: ChangeProps) {
  const text = signedPercent(value);
  const look = lookOf(text);
  return (
    <span className={`${styles.change} ${styles[look]} ${className}`.trim()}>
      {look === 'flat' ? null : (
        <svg className={styles.shape} viewBox="0 0 10 8" width="10" height="8" aria-hidden="true">
          <path d={look === 'gain' ? 'M5 0 10 8H0z' : 'M5 8 0 0h10z'} />
        </svg>
      )}
      {text}
    </span>
  );
}

/** By what is shown: what rounds to nothing is neither. */
export function lookOf(text: string): 'gain' | 'loss' | 'flat' {
  if (text.startsWith('+')) return 'gain';
  return text.startsWith('−') ? 'loss' : 'flat';
}
