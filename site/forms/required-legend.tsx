import { formWords } from '../content/forms.ts';
import styles from './required-legend.module.css';

const { required: words } = formWords;

export function RequiredLegend() {
  return (
    <>
      {words.before} <span className={styles.mark}>*</span> {words.after}
    </>
  );
}
