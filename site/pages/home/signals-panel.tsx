import { present } from '../../../contract/checked.ts';
import { grouped, longDate, signedPercent } from '../../../contract/figures/format.ts';
import { type SampleSignal, sampleEvidence } from '../../content/evidence.ts';
import { home } from '../../content/home.ts';
import { RiskWarning } from '../../frame/risk-warning.tsx';
import { linePath } from '../../sections/line-path.ts';
import styles from './signals-panel.module.css';

const { panel } = home.platform;
const { record } = sampleEvidence;

export function SignalsPanel() {
  const day = longDate(sampleEvidence.date);
  return (
    <figure className={`surface bordered ${styles.panel}`}>
      <div className={`row wraps faint ${styles.bar}`}>
        <span className={styles.title}>{panel.title}</span>
        <span>{panel.universe}</span>
        <span className={styles.day}>{day}</span>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Security</th>
            <th scope="col" className={styles.wide}>
              Half a year
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              Last
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              Day
            </th>
            <th scope="col" className={styles.signal}>
              Signal
            </th>
            <th scope="col" className={styles.number}>
              Record
            </th>
          </tr>
        </thead>
        <tbody>
          {sampleEvidence.signals.map((signal) => (
            <Row key={signal.ticker} signal={signal} />
          ))}
        </tbody>
      </table>
      <figcaption className={`fine faint ${styles.note}`}>
        {panel.note.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof record) => grouped(record[name]))}
        <RiskWarning size="in-card" />
      </figcaption>
    </figure>
  );
}

function Row({ signal }: { signal: SampleSignal }) {
  const up = signal.call === 'up';
  return (
    <tr>
      <th scope="row" className={styles.security}>
        {signal.ticker}
        <span className={styles.name}>{signal.name}</span>
      </th>
      <td className={styles.wide}>
        <svg
          className={styles.spark}
          viewBox="0 -2 84 28"
          role="img"
          aria-label={present(signal.recent.at(-1)) > present(signal.recent[0]) ? 'risen' : 'fallen'}
        >
          <path
            d={linePath(
              signal.recent.map((value, i) => [i * 2, 24 - value * 0.24]),
              0,
            )}
          />
        </svg>
      </td>
      <td className={`${styles.number} ${styles.wide}`}>{grouped(signal.price, 2)}</td>
      <td className={`${styles.number} ${styles.wide}`}>{signedPercent(signal.change)}</td>
      <td className={styles.signal}>
        <span className={up ? styles.up : styles.down}>
          <span aria-hidden="true">{up ? '▲' : '▼'}</span> {up ? 'Rise' : 'Fall'}
        </span>
        <svg className={styles.strength} viewBox="0 0 44 3" aria-hidden="true">
          <path d="M0 1.5h44" />
          <path className={up ? styles.gain : styles.loss} d={`M0 1.5h${Math.round(signal.strength * 44)}`} />
        </svg>
      </td>
      <td className={styles.number}>
        {signal.right}
        <span className="faint">{` of ${signal.calls}`}</span>
      </td>
    </tr>
  );
}
