import { useEffect, useRef, useState } from 'react';
import { slides, slideWords } from '../content/slides.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenPicture } from './screen-picture.tsx';
import type { Motion } from './slides-motion.ts';
import styles from './slides.module.css';

/**
 * The coverflow of the platform's screens. In the HTML it is a row that scrolls by hand; once it comes into sight, its
 * motion is loaded and takes the same elements over.
 */
export function Slides() {
  const stage = useRef<HTMLDivElement>(null);
  const motion = useRef<Motion>(undefined);
  const [live, setLive] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const element = stage.current!;
    let gone = false;
    async function start() {
      const { startSlides } = await import('./slides-motion.ts');
      if (gone) return;
      element.scrollLeft = 0;
      motion.current = startSlides(element, { onSlide: setCurrent, onPlay: setPlaying });
      setLive(true);
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      void start();
    });
    watch.observe(element);
    return () => {
      gone = true;
      watch.disconnect();
      motion.current?.stop();
    };
  }, []);

  return (
    <section className={`${styles.slides} ${live ? styles.live : ''}`} aria-roledescription="carousel" aria-label={slideWords.label}>
      <div ref={stage} className={`swiper ${styles.stage}`}>
        <div className={`swiper-wrapper ${styles.row}`} aria-live={playing ? 'off' : 'polite'}>
          {slides.map((slide, i) => (
            <figure key={slide.id} className={`swiper-slide ${styles.slide}`} aria-label={`${i + 1} of ${slides.length}: ${slide.title}`}>
              <ScreenPicture id={slide.id} alt={slide.alt} shape="screen" sizes="(width < 75rem) 90vw, 60rem" first={i === 0} />
              <figcaption className={styles.caption}>{slide.title}</figcaption>
            </figure>
          ))}
        </div>
      </div>
      <div className={styles.controls}>
        <button
          type="button"
          className={`${styles.control} ${styles.back}`}
          onClick={() => motion.current?.previous()}
          aria-label={slideWords.previous}
        >
          <Icon name="arrow-right" />
        </button>
        <p className={styles.title}>
          <span className={styles.count}>
            {current + 1}/{slides.length}
          </span>
          {slides[current]!.title}
        </p>
        <button type="button" className={styles.control} onClick={() => motion.current?.toggle()}>
          <Icon name={playing ? 'pause' : 'play'} />
          <span className={styles.word}>{playing ? slideWords.pause : slideWords.play}</span>
        </button>
        <button type="button" className={styles.control} onClick={() => motion.current?.next()} aria-label={slideWords.next}>
          <Icon name="arrow-right" />
        </button>
      </div>
      <p className={styles.note}>{slideWords.note}</p>
    </section>
  );
}
