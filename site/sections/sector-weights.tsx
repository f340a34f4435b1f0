import { sampleEvidence } from '../content/evidence.ts';
import styles from './sector-weights.module.css';

const { weights } = sampleEvidence;

export function SectorWeights() {
  const most = Math.max(...weights.map(([, percent]) => percent));
  return (
    <svg className={styles.figure} viewBox="0 0 340 168" role="img" aria-label={weights.map((row) => row.join(' ')).join(', ')}>
      {weights.map(([name], i) => (
        <text key={name} x="0" y={16 + i * 24}>
          {name}
        </text>
      ))}
      <path
        className={styles.bars}
        d={weights.map(([, percent], i) => `M84 ${6 + i * 24}h${Math.round((percent / most) * 220)}v12H84z`).join('')}
      />
      {weights.map(([name, percent], i) => (
        <text key={name} className={styles.value} x={90 + Math.round((percent / most) * 220)} y={16 + i * 24}>
          {percent}
        </text>
      ))}
    </svg>
  );
}
