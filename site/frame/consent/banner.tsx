import { useLayoutEffect, useRef } from 'react';
import { consentWords } from '../../content/consent.ts';
import { Button } from '../../../ui/button.tsx';
import type { Category } from '../consented.ts';
import styles from './banner.module.css';
import { everything } from './categories.ts';

type BannerProps = { onDecide: (categories: readonly Category[]) => void; onChoose: () => void };

const { banner } = consentWords;

/** Asks once, at the foot of the window, and takes neither focus nor the page away. */
export function Banner({ onDecide, onChoose }: BannerProps) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => makeRoom(place.current!), []);
  const decide = (categories: readonly Category[]) => {
    // What had focus is gone in a moment: reading goes on with the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    onDecide(categories);
  };
  return (
    <section ref={place} className={styles.banner} aria-label={banner.label}>
      <div className={`wrap ${styles.layout}`}>
        <p className={styles.text}>
          {banner.text} <a href="/cookies">{banner.more}</a>
        </p>
        <div className={styles.actions}>
          <Button variant="outline" onClick={() => decide([])}>
            {banner.reject}
          </Button>
          <Button variant="outline" onClick={() => decide(everything)}>
            {banner.accept}
          </Button>
          <Button variant="quiet" className={styles.choose} aria-haspopup="dialog" onClick={onChoose}>
            {banner.choose}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Tells the page how high the banner is, so that nothing stays hidden behind it. */
function makeRoom(banner: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--banner', `${banner.offsetHeight}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--banner');
  };
}
