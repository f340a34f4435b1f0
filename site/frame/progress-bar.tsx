import styles from './progress-bar.module.css';

/** A line at the top of the window while something that a visitor requested is loading; shown by site/client/progress.ts. */
export function ProgressBar() {
  return <div id="progress" className={styles.bar} aria-hidden="true" />;
}
