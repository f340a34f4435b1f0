import { cognitivePro } from '../../content/cognitive-pro.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { MarketGraph } from '../../sections/market-graph.tsx';
import styles from './opening.module.css';

/** Title, subtitle and the way to a demo. */
export function Opening() {
  return (
    <section className={`wrap ${styles.opening}`}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{cognitivePro.title}</h1>
        <p className={styles.subtitle}>{cognitivePro.subtitle}</p>
        <ContactButton caller="cognitive_bad" size="large">
          {cognitivePro.action}
        </ContactButton>
      </div>
      <MarketGraph className={styles.graph ?? ''} />
    </section>
  );
}
