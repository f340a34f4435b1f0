import { RISK_WARNING } from '../../contract/legal.ts';
import styles from './risk-warning.module.css';

/** Stands in the same section, card or dialog as the figures that it is about: `e2e/risk-warning.spec.ts`. */
export function RiskWarning({ className = '' }: { className?: string | undefined }) {
  return <p className={`${styles.warning} ${className}`.trim()}>{RISK_WARNING}</p>;
}
