import styles from './required-legend.module.css';

export function RequiredLegend() {
  return (
    <>
      Fields marked <span className={styles.mark}>*</span> are required.
    </>
  );
}
