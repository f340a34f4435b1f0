import { ecosystem } from '../../content/ecosystem.ts';
import styles from './counters.module.css';

/** Three figures that count up for less than two seconds once they come into sight; the HTML has the final values. */
export function Counters() {
  return (
    <dl className={`stack ${styles.counters}`} data-counters>
      {ecosystem.counters.map((counter) => (
        <div key={counter.text} className={`row apart gap-3 ${styles.counter}`}>
          <dt className={styles.text} lang={ecosystem.language}>
            {counter.text}
          </dt>
          <dd className={styles.number} data-figure>
            {counter.prefix + counter.number + counter.suffix}
          </dd>
        </div>
      ))}
    </dl>
  );
}
