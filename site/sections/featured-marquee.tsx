import { featured, type FeaturedMark } from '../content/featured.ts';
import { MarkImage } from '../frame/mark-image.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './featured-marquee.module.css';

/** Widest window that the rows fill, and width of a cell, in px. */
const WIDEST = 3840;
const CELL = 200;

/**
 * Press, events and awards in a moving row. It is animated by CSS only and stops under the pointer; its control pauses it
 * (site/client/document-events.ts). Without scripts, or with reduced motion, all of them are shown at once.
 */
export function FeaturedMarquee({ marks = featured.marks }: { marks?: readonly FeaturedMark[] }) {
  if (marks.length === 0) return null;
  // While the first row moves out, the copies fill the window.
  const copies = Math.ceil(WIDEST / (marks.length * CELL));
  return (
    <section className="section border-top" aria-labelledby="featured" data-moves="">
      {/* Moved into the document's head, where the Content-Security-Policy allows it by its hash; a style attribute would be refused. */}
      <style href="featured-marks" precedence="content">{`:root{--featured-marks:${marks.length}}`}</style>
      <div className="wrap row middle apart gap-3 mb-3">
        <h2 id="featured" className="marks-heading">
          {featured.heading}
        </h2>
        <button type="button" className={styles.control} data-toggle-motion>
          <span className={`icon-row ${styles.pause}`}>
            <Icon path={pageIcons.pause} size={20} />
            {featured.pause}
          </span>
          <span className={`icon-row ${styles.play}`}>
            <Icon path={pageIcons.play} size={20} />
            {featured.play}
          </span>
          <VisuallyHidden> {featured.moves}</VisuallyHidden>
        </button>
      </div>
      <div className={`marks ${styles.window}`}>
        <Row marks={marks} />
        {Array.from({ length: copies }, (_, copy) => (
          <Row key={copy} marks={marks} again />
        ))}
      </div>
    </section>
  );
}

/** The row is repeated so that it loops without a gap. Screen readers read it once. */
function Row({ marks, again = false }: { marks: readonly FeaturedMark[]; again?: boolean }) {
  return (
    <ul className={styles.row} aria-hidden={again || undefined}>
      {marks.map((mark) => (
        <li key={mark.id} className={`centre ${styles.cell}`}>
          <MarkImage mark={mark} again={again} />
        </li>
      ))}
    </ul>
  );
}
