import styles from './skeleton.module.css';

type SkeletonProps = {
  shape?: 'line' | 'heading' | 'figure' | 'block';
  className?: string;
};

/** Stands for what is being loaded. Whoever shows it sets `aria-busy`; it says nothing by itself. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]} ${className}`.trim()} aria-hidden="true" />;
}
