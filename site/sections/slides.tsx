import { elementAt } from '../../contract/checked.ts';
import { slides, slideWords } from '../content/slides.ts';
import { RiskWarning } from '../frame/risk-warning.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { ScreenPicture } from './screen-picture.tsx';
import styles from './slides.module.css';

/**
 * The coverflow of the platform's screens. In the HTML it is a row that scrolls by hand; once it is in sight, site/client/slides.ts takes the same
 * elements over.
 */
export function Slides() {
  return (
    <section className={styles.slides} aria-roledescription="carousel" aria-label={slideWords.label} data-slides>
      <div className={styles.stage}>
        <div className={`row ${styles.row}`}>
          {slides.map((slide, i) => (
            <figure key={slide.id} className={styles.slide} aria-label={`${i + 1} of ${slides.length}: ${slide.title}`}>
              <ScreenPicture src={slide.src} alt={slide.alt} shape="screen" sizes="(width < 75rem) 90vw, 60rem" first={i === 0} />
              <figcaption className={`visually-hidden ${styles.caption}`}>{slide.title}</figcaption>
            </figure>
          ))}
        </div>
      </div>
      <div className={`row middle gap-1 ${styles.controls}`}>
        <button type="button" className={`icon-row ${styles.control} ${styles.back}`} data-move="previous" aria-label={slideWords.previous}>
          <Icon name="arrow-right" />
        </button>
        <p className={styles.title}>
          <span className={styles.count} data-count>
            1/{slides.length}
          </span>
          <span data-title>{elementAt(slides, 0).title}</span>
        </p>
        <button type="button" className={`icon-row ${styles.control}`} data-move="toggle">
          <span className={`icon-row ${styles.whilePlaying}`}>
            <Icon path={pageIcons.pause} />
            <span className={`visually-hidden ${styles.word}`}>{slideWords.pause}</span>
          </span>
          <span className={`icon-row ${styles.whileStanding}`}>
            <Icon path={pageIcons.play} />
            <span className={`visually-hidden ${styles.word}`}>{slideWords.play}</span>
          </span>
        </button>
        <button type="button" className={`icon-row ${styles.control}`} data-move="next" aria-label={slideWords.next}>
          <Icon name="arrow-right" />
        </button>
      </div>
      <div className={styles.note}>
        <p>{slideWords.note}</p>
        <RiskWarning />
      </div>
    </section>
  );
}
