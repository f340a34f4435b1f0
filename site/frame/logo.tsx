import { company } from '../content/company.ts';
import { sign } from '../content/logo.ts';
import styles from './logo.module.css';

/** Decoration: the link around it has the name. */
export function Logo() {
  return (
    <span className={styles.logo} aria-hidden="true">
      <svg viewBox={`0 0 ${sign.box} ${sign.box}`} width="28" height="28" fill="none" className={styles.sign}>
        <path className={styles.lines} d={sign.lines} />
        <path className={styles.curve} d={sign.curve} />
        <circle className={styles.point} cx={sign.point.x} cy={sign.point.y} r={sign.point.r} />
      </svg>
      <span className={styles.name}>{company.name}</span>
    </span>
  );
}
