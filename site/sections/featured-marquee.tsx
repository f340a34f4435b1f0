import { featured } from '../content/featured.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './featured-marquee.module.css';

/**
 * Press, events and awards, passing by. Styles alone move it and stop it, so it needs no code: under the pointer, by its
 * control, and where less motion is wanted, which shows all twenty at once.
 */
export function FeaturedMarquee() {
  return (
    <section className={styles.marquee} aria-labelledby="featured">
      <div className={`wrap ${styles.head}`}>
        <h2 id="featured" className={styles.heading}>
          {featured.heading}
        </h2>
        <label className={styles.control}>
          <input type="checkbox" className={styles.box} />
          <Icon name="pause" size={20} />
          <Icon name="play" size={20} />
          {featured.pause}
        </label>
      </div>
      <div className={styles.window}>
        <Row />
        <Row again />
      </div>
    </section>
  );
}

/** The row comes twice, so that its start follows on its end. Readers meet it once. */
function Row({ again = false }: { again?: boolean }) {
  return (
    <ul className={styles.row} aria-hidden={again || undefined}>
      {featured.marks.map(({ id, name, src, width, height }) => (
        <li key={id} className={styles.cell}>
          <img src={src} alt={again ? '' : name} width={width} height={height} loading="lazy" decoding="async" />
        </li>
      ))}
    </ul>
  );
}
