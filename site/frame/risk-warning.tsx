import { legal } from '../content/legal.ts';
import styles from './risk-warning.module.css';

type Props = {
  /** The text that the warning qualifies; the warning is at least as large. */
  size?: 'body' | 'in-card' | 'in-foot';
  className?: string | undefined;
};

/** Has to be in the same section, card or dialog as its figures; its place and size are checked by `e2e/risk-warning.spec.ts`. */
export function RiskWarning({ size = 'body', className }: Props) {
  const classes = [styles.warning, size === 'body' ? undefined : styles[size], className];
  return <p className={classes.filter(Boolean).join(' ')}>{legal.riskWarning}</p>;
}
