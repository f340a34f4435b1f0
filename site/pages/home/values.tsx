import { home } from '../../content/home.ts';
import styles from './values.module.css';

const { values } = home;

/** Three promises. */
export function Values() {
  return (
    <section className={styles.band} aria-labelledby="values">
      <div className="wrap">
        <h2 id="values">{values.title}</h2>
        <ul className={styles.cards}>
          {values.cards.map((card) => (
            <li key={card.title} className={styles.card}>
              <h3>{card.title}</h3>
              <p className={styles.text}>{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
