import { grouped } from '../../../contract/figures/format.ts';
import { home } from '../../content/home.ts';
import { marketGraph } from '../../content/market-graph.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { MarketGraph } from '../../sections/market-graph.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './hero.module.css';

const { hero } = home;

/** The years with returns for all of their days. */
const years = `${Number(marketGraph.from.slice(0, 4)) + 1} to ${marketGraph.to.slice(0, 4)}`;

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={`wrap stack gap-5 ${styles.layout}`}>
        <div className={`stack gap-3 ${styles.words}`}>
          <h1 tabIndex={-1}>{hero.title}</h1>
          <p className="lead max-w-34">{hero.lead}</p>
          <div className={`row wraps gap-2 mt-1 ${styles.actions}`}>
            <ContactButton caller="home_bad" size="large">
              {hero.action}
            </ContactButton>
            <a href="/cognitivepro" className={buttonClass({ variant: 'outline', size: 'large' })}>
              {hero.more}
            </a>
          </div>
        </div>
        <figure className="min-w-0">
          <MarketGraph />
          <figcaption className={`fine faint ${styles.caption}`}>
            <strong>{hero.figure}</strong>
            {` ${marketGraph.nodes.length} securities, ${grouped(marketGraph.returns)} daily returns, ${years}. ${hero.figureText}`}
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
