import { featured } from '../content/featured.ts';
import { MarkImage } from '../frame/mark-image.tsx';
import styles from './featured-strip.module.css';

export function FeaturedStrip() {
  return (
    <section className={`section border-top ${styles.fixed}`} aria-labelledby="featured">
      <div className="wrap">
        <h2 id="featured" className="marks-heading mb-4">
          {featured.heading}
        </h2>
        <ul className={`stack border-top marks ${styles.grid}`}>
          {featured.marks.map((mark) => (
            <li key={mark.id} className={`centre ${styles.cell}`}>
              <MarkImage mark={mark} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
