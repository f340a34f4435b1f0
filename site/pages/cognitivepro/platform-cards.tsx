import { cardWords, featureCards } from '../../content/feature-cards.ts';
import { RiskWarning } from '../../frame/risk-warning.tsx';
import { FeatureCard } from '../../sections/feature-card.tsx';
import styles from './platform-cards.module.css';

export function Cards() {
  return (
    <section className="section border-top" aria-labelledby="cards">
      <div className="wrap">
        <h2 id="cards">{cardWords.heading}</h2>
        <div className={`stack gap-3 ${styles.grid}`}>
          {featureCards.map((card) => (
            <FeatureCard key={card.id} card={card} />
          ))}
        </div>
        <p className="fine faint mt-2">{cardWords.note}</p>
        <RiskWarning />
      </div>
    </section>
  );
}
