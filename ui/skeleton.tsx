import styles from './skeleton.module.css';

type SkeletonProps = {
  /** The shape that stands in: a line of text, a heading, a figure, or a picture that fills its place. */
  shape?: 'line' | 'heading' | 'figure' | 'block';
  className?: string;
};

/** The place of something on its way. Whoever shows it says so with `aria-busy`; itself it is silent. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]} ${className}`.trim()} aria-hidden="true" />;
}
