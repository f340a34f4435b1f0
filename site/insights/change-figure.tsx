import { shownNumber, signedPercent } from '../../contract/figures/format.ts';
import { insights } from '../content/insights.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './change-figure.module.css';

type ChangeProps = {
  /** Percent; null if there is no figure. */
  value: number | null;
  /** The benchmark's figure: colour and mark show whether `value` is ahead of it. Without it there is no mark, only the sign. */
  against?: number | null | undefined;
  /** Also shows the comparison in visible words. */
  inWords?: boolean;
  className?: string;
};

const words = insights.card.standing;

export function ChangeFigure({ value, against, inWords = false, className = '' }: ChangeProps) {
  const standing = standingOf(value, against);
  return (
    <>
      <span className={`${styles.change} ${standing ? styles[standing] : ''} ${className}`.trim()}>
        {standing === 'ahead' || standing === 'behind' ? (
          <svg className={styles.shape} viewBox="0 0 10 8" width="10" height="8" aria-hidden="true">
            <path d={standing === 'ahead' ? 'M5 0 10 8H0z' : 'M5 8 0 0h10z'} />
          </svg>
        ) : null}
        {signedPercent(value)}
        {standing && !inWords ? <VisuallyHidden>, {words[standing].toLowerCase()}</VisuallyHidden> : null}
      </span>
      {standing && inWords ? <span className={`${styles.words} ${styles[standing]}`}>{words[standing]}</span> : null}
    </>
  );
}

/** Compares rounded values: two figures that round to the same are level. */
export function standingOf(value: number | null, against: number | null | undefined): 'ahead' | 'behind' | 'level' | undefined {
  if (value === null || typeof against !== 'number') return undefined;
  const difference = shownNumber(value) - shownNumber(against);
  return difference === 0 ? 'level' : difference > 0 ? 'ahead' : 'behind';
}
