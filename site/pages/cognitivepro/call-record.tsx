import { grouped } from '../../../contract/figures/format.ts';
import { sampleEvidence } from '../../content/evidence.ts';
import styles from './call-record.module.css';

const STEP = 28;
const BAR = { from: 52, width: 190 };

export function CallRecord() {
  const signals = sampleEvidence.signals.slice(0, 5);
  const { securities, calls, right } = sampleEvidence.record;
  const rows = [
    ...signals.map((signal) => [signal.ticker, signal.right, signal.calls] as const),
    [`All ${securities}`, right, calls] as const,
  ];
  return (
    <svg
      className={styles.figure}
      viewBox="0 0 340 168"
      role="img"
      aria-label={rows.map(([name, good, all]) => `${name}: ${grouped(good)} of ${grouped(all)} calls right`).join(', ')}
    >
      {signals.map(({ ticker, record }, i) => (
        <g key={ticker}>
          <path className={styles.missed} d={marks(record, '0', 9 + i * STEP)} />
          <path className={styles.right} d={marks(record, '1', 9 + i * STEP)} />
        </g>
      ))}
      <path className={styles.missed} d={`M${BAR.from} ${9 + 5 * STEP}h${BAR.width}v13h-${BAR.width}z`} />
      <path
        className={styles.right}
        d={`M${BAR.from} ${9 + 5 * STEP}h${Math.round((BAR.width * right) / calls)}v13h-${Math.round((BAR.width * right) / calls)}z`}
      />
      {rows.map(([name, good, all], i) => (
        <g key={name}>
          <text x="0" y={20 + i * STEP}>
            {name}
          </text>
          <text className={styles.count} x="340" y={20 + i * STEP}>
            {grouped(good)} of {grouped(all)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function marks(record: string, kind: string, y: number): string {
  return record
    .split('')
    .map((right, i) => (right === kind ? `M${BAR.from + i * 6.6} ${y}h4.6v13h-4.6z` : ''))
    .join('');
}
