import { companyName } from '../../contract/company.ts';
import { companySign } from '../../contract/company-sign.ts';
import styles from './desk-sign.module.css';

export function DeskSign() {
  return (
    <span className={styles.sign}>
      <svg viewBox={`0 0 ${companySign.box} ${companySign.box}`} width="26" height="26" fill="none" aria-hidden="true">
        <path className={styles.lines} d={companySign.lines} />
        <path className={styles.curve} d={companySign.curve} />
        <circle className={styles.point} cx={companySign.point.x} cy={companySign.point.y} r={companySign.point.r} />
      </svg>
      <span className={`strong ${styles.name}`}>{companyName}</span> <span className={`faint ${styles.part}`}>Desk</span>
    </span>
  );
}
