import { featured, type FeaturedMark } from '../content/featured.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './featured-marquee.module.css';

/** The widest window that the rows fill, and a cell of it, in px. */
const WIDEST = 3840;
const CELL = 200;

/**
 * Press, events and awards, passing by. Styles alone move it and stop it, so it needs no code: under the pointer, by its
 * control, and where less motion is wanted, which shows them all at once.
 */
export function FeaturedMarquee({ marks = featured.marks }: { marks?: readonly FeaturedMark[] }) {
  if (marks.length === 0) return null;
  // While the first row leaves, the others fill the window.
  const copies = Math.ceil(WIDEST / (marks.length * CELL));
  return (
    <section className={styles.marquee} aria-labelledby="featured">
      {/* In the document's head, where the Content-Security-Policy allows it by its hash; a style attribute it would not. */}
      <style href="featured-marks" precedence="content">{`:root{--featured-marks:${marks.length}}`}</style>
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
        <Row marks={marks} />
        {Array.from({ length: copies }, (_, copy) => (
          <Row key={copy} marks={marks} again />
        ))}
      </div>
    </section>
  );
}

/** The row comes again, so that its start follows on its end. Screen readers meet it once. */
function Row({ marks, again = false }: { marks: readonly FeaturedMark[]; again?: boolean }) {
  return (
    <ul className={styles.row} aria-hidden={again || undefined}>
      {marks.map(({ id, name, src, width, height }) => (
        <li key={id} className={styles.cell}>
          <img src={src} alt={again ? '' : name} width={width} height={height} loading="lazy" decoding="async" />
        </li>
      ))}
    </ul>
  );
}
