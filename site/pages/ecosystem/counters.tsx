import { useRef } from 'react';
import { ecosystem } from '../../content/ecosystem.ts';
import { useCountUp } from '../../sections/use-count-up.ts';
import styles from './counters.module.css';

/** Three figures that count up once they come into sight, for less than two seconds; the final ones are in the HTML. */
export function Counters() {
  const list = useRef<HTMLDListElement>(null);
  useCountUp(list, ecosystem.counters);
  return (
    <dl ref={list} className={styles.counters}>
      {ecosystem.counters.map(({ number, prefix, suffix, text }) => (
        <div key={text} className={styles.counter}>
          <dt className={styles.text} lang={ecosystem.language}>
            {text}
          </dt>
          <dd className={styles.number}>{prefix + number + suffix}</dd>
        </div>
      ))}
    </dl>
  );
}
