import { elementAt } from '../../../contract/checked.ts';
import { sampleWalk } from '../../content/evidence.ts';
import { linePath } from '../../sections/line-path.ts';
import styles from './report-sheet.module.css';

const WIDTH = 116;

export function ReportSheet() {
  const { lines } = sampleWalk;
  return (
    <svg className={styles.sheet} viewBox="0 0 160 226" aria-hidden="true">
      <rect className={styles.paper} x="0.5" y="0.5" width="159" height="225" rx="3" />
      <path className={styles.heading} d="M22 26h64" />
      <path className={styles.text} d="M22 38h96M22 45h82" />
      <path className={styles.grid} d={`M22 70h${WIDTH}M22 90h${WIDTH}M22 110h${WIDTH}M22 130h${WIDTH}`} />
      <path className={styles.other} d={lineOf(elementAt(lines, 1).values)} />
      <path className={styles.portfolio} d={lineOf(elementAt(lines, 0).values)} />
      <path className={styles.rules} d={[148, 158, 168, 178].map((y) => `M22 ${y}h${WIDTH}`).join('')} />
      <path className={styles.text} d="M22 153h40M22 163h34M22 173h44M92 153h12M92 163h12M92 173h12M124 153h14M124 163h14M124 173h14" />
      <path className={styles.text} d="M22 200h116M22 207h92" />
    </svg>
  );
}

function lineOf(values: readonly number[]): string {
  const high = 185;
  const low = 75;
  const step = WIDTH / (values.length - 1);
  return linePath(values.map((value, i) => [22 + i * step, 130 - ((value - low) / (high - low)) * 66]));
}
