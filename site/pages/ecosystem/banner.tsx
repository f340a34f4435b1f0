import { ecosystem } from '../../content/ecosystem.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { MarketGraph } from '../../sections/market-graph.tsx';
import styles from './banner.module.css';

const { banner } = ecosystem;

export function Banner() {
  return (
    <section className={styles.band} data-theme="dark" aria-labelledby="demo">
      <div className={`wrap ${styles.layout}`}>
        <div className={styles.words}>
          <h2 id="demo">{banner.title}</h2>
          <p className={styles.text}>{banner.text}</p>
          <ContactButton caller="ecosystem_bad" size="large">
            {banner.action}
          </ContactButton>
        </div>
        <div className={styles.graph}>
          <MarketGraph words={false} />
        </div>
      </div>
    </section>
  );
}
