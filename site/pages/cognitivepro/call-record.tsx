import { sampleEvidence } from '../../content/evidence.ts';
import styles from './call-record.module.css';

/** The agent's monthly calls on its strongest securities of the day: filled where the month bore the call out. */
export function CallRecord() {
  const signals = sampleEvidence.signals.slice(0, 5);
  const marks = (record: string, kind: string, y: number) =>
    record
      .split('')
      .map((right, i) => (right === kind ? `M${52 + i * 6.6} ${y}h4.6v13h-4.6z` : ''))
      .join('');
  return (
    <svg
      className={styles.figure}
      viewBox="0 0 340 168"
      role="img"
      aria-label={signals.map((signal) => `${signal.ticker}: ${signal.right} of ${signal.calls} calls right`).join(', ')}
    >
      {signals.map((signal, i) => (
        <g key={signal.ticker}>
          <text x="0" y={22 + i * 34}>
            {signal.ticker}
          </text>
          <path className={styles.missed} d={marks(signal.record, '0', 11 + i * 34)} />
          <path className={styles.right} d={marks(signal.record, '1', 11 + i * 34)} />
          <text className={styles.count} x="340" y={22 + i * 34}>
            {signal.right} of {signal.calls}
          </text>
        </g>
      ))}
    </svg>
  );
}
