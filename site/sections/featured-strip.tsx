import { featured } from '../content/featured.ts';
import styles from './featured-strip.module.css';

export function FeaturedStrip() {
  return (
    <section className={`section border-top ${styles.fixed}`} aria-labelledby="featured">
      <div className="wrap">
        <h2 id="featured" className="marks-heading mb-4">
          {featured.heading}
        </h2>
        <ul className={`stack border-top marks ${styles.grid}`}>
          {featured.marks.map(({ id, name, src, width, height }) => (
            <li key={id} className={`centre ${styles.cell}`}>
              <img src={src} alt={name} width={width} height={height} loading="lazy" decoding="async" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
