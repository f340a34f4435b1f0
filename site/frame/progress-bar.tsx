import styles from './progress-bar.module.css';

/** A line along the top of the window while something a visitor asked for is on its way; site/client/progress.ts shows it. */
export function ProgressBar() {
  return <div id="progress" className={styles.bar} aria-hidden="true" />;
}
