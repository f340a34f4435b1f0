import { company } from '../content/company.ts';
import { companySign } from '../../contract/company-sign.ts';
import styles from './logo.module.css';

/** Decoration: the link around it has the accessible name. */
export function Logo() {
  return (
    <span className={styles.logo} aria-hidden="true">
      <svg viewBox={`0 0 ${companySign.box} ${companySign.box}`} width="28" height="28" fill="none" className={styles.sign}>
        <path className={styles.lines} d={companySign.lines} />
        <path className={styles.curve} d={companySign.curve} />
        <circle className={styles.point} cx={companySign.point.x} cy={companySign.point.y} r={companySign.point.r} />
      </svg>
      <span className={styles.name}>{company.name}</span>
    </span>
  );
}
