import { useLayoutEffect, useRef, useState } from 'react';
import { cardWords, type FeatureCardContent } from '../content/feature-cards.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './feature-card.module.css';
import { ScreenPicture } from './screen-picture.tsx';

/**
 * A card with two sides: a headline with a picture, and its points. The side that does not show is out of reach; without
 * JavaScript both show, one under the other.
 */
export function FeatureCard({ card }: { card: FeatureCardContent }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const points = `${card.id}-points`;

  const pressed = useRef(false);

  // The control that was pressed leaves with its side: focus goes on to the one that takes its place.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    (open ? closer : opener).current?.focus();
  }, [open]);

  function turn(to: boolean) {
    pressed.current = true;
    setOpen(to);
  }

  return (
    <article className={`${styles.card} ${open ? styles.open : ''}`} aria-labelledby={card.id}>
      <div className={styles.head}>
        <h3 id={card.id} className={styles.title}>
          {card.title}
        </h3>
        <button ref={closer} type="button" className={styles.close} onClick={() => turn(false)} aria-controls={points}>
          <Icon name="close" size={20} />
          {cardWords.close}
          <span className={styles.hidden}> {card.title}</span>
        </button>
      </div>
      <div className={styles.sides}>
        <div className={styles.front}>
          <p className={styles.headline}>{card.headline}</p>
          <ScreenPicture id={card.picture} alt={card.alt} shape="card" sizes="(width < 60rem) 92vw, 36rem" />
          <button ref={opener} type="button" className={styles.more} onClick={() => turn(true)} aria-expanded={open} aria-controls={points}>
            {cardWords.more}
            <span className={styles.hidden}>: {card.title}</span>
            <Icon name="plus" size={20} />
          </button>
        </div>
        <ul id={points} className={styles.back}>
          {card.points.map((point) => (
            <li key={point.id} className={styles.point}>
              <h4>{point.title}</h4>
              <p className={styles.text}>{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
