import styles from './skeleton.module.css';

type SkeletonProps = {
  shape?: 'line' | 'heading' | 'figure' | 'block';
  className?: string;
};

/** Placeholder for content that is being loaded. It is not announced: the component that shows it sets `aria-busy`. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]} ${className}`.trim()} aria-hidden="true" />;
}
