import { RISK_WARNING } from '../../contract/legal.ts';
import styles from './risk-warning.module.css';

/** Has to be in the same section, card or dialog as its figures; checked by `e2e/risk-warning.spec.ts`. */
export function RiskWarning({ className = '' }: { className?: string | undefined }) {
  return <p className={`${styles.warning} ${className}`.trim()}>{RISK_WARNING}</p>;
}
