import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ratingWords } from './application-words.ts';
import styles from './rating.module.css';

/** Five points, as many of them full as it was rated. */
export function Rating({ rating }: { rating: number }) {
  return (
    <span className={styles.rating}>
      <span className={styles.points} aria-hidden="true" style={{ '--full': `${20 * rating}%` } as CSSProperties} />
      <VisuallyHidden>{ratingWords(rating)}</VisuallyHidden>
    </span>
  );
}
