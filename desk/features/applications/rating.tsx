import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ratingWords } from './application-words.ts';
import styles from './rating.module.css';

/** A rating as five points, of which as many as the rating are filled. */
export function Rating({ rating }: { rating: number }) {
  return (
    <span className={styles.rating}>
      <span className={styles.points} aria-hidden="true" style={{ '--full': `${20 * rating}%` } as CSSProperties} />
      <VisuallyHidden>{ratingWords(rating)}</VisuallyHidden>
    </span>
  );
}
