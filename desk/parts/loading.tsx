import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './loading.module.css';

/** Placeholder rows while data loads; visible only after 150 ms. */
export function Loading({ rows }: { rows: number }) {
  return (
    <div className={`stack ${styles.loading}`} aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`border-bottom ${styles.row}`}>
          <Skeleton shape="heading" />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
