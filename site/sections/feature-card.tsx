import { cardWords, type FeatureCardContent } from '../content/feature-cards.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './feature-card.module.css';
import { ScreenPicture } from './screen-picture.tsx';

const PLUS = 'M12 5v14M5 12h14';

/**
 * A card with two sides: a headline with a picture, and its points. The hidden side cannot be reached; site/client/flip-cards.ts turns the card.
 * Without JavaScript both sides are shown, one below the other.
 */
export function FeatureCard({ card }: { card: FeatureCardContent }) {
  const points = `${card.id}-points`;
  return (
    <article className={`row surface bordered ${styles.card}`} aria-labelledby={card.id} data-card>
      <div className={`row middle apart gap-2 ${styles.head}`}>
        <h3 id={card.id} className={styles.title}>
          {card.title}
        </h3>
        <button type="button" className={`action-link bare ${styles.close}`} data-turn="close" aria-controls={points}>
          <Icon name="close" size={20} />
          {cardWords.close}
          <span className="visually-hidden"> {card.title}</span>
        </button>
      </div>
      <div className={`stack mt-1 ${styles.sides}`}>
        <div className={`row gap-3 ${styles.front}`}>
          <p className={`h3 strong ${styles.headline}`}>{card.headline}</p>
          <ScreenPicture src={card.src} alt={card.alt} shape="card" sizes="(width < 60rem) 92vw, 36rem" />
          <button type="button" className={`action-link bare ${styles.more}`} data-turn="open" aria-expanded={false} aria-controls={points}>
            {cardWords.more}
            <span className="visually-hidden">: {card.title}</span>
            <Icon path={PLUS} size={20} />
          </button>
        </div>
        <ul id={points} className={styles.back}>
          {card.points.map((point) => (
            <li key={point.id} className={`border-top ${styles.point}`}>
              <h4>{point.title}</h4>
              <p className={styles.text}>{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
