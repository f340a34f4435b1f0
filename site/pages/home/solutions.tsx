import type { ReactNode } from 'react';
import { home } from '../../content/home.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { NeighbourGraph } from '../../sections/neighbour-graph.tsx';
import { SectorWeights } from '../../sections/sector-weights.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SectorCorrelations } from './sector-correlations.tsx';
import styles from './solutions.module.css';

const { solutions } = home;
const WAY = `action-link arrow ${styles.way}`;

export function Solutions() {
  return (
    <section className="wrap section" aria-labelledby="solutions">
      <div className={`stack gap-2 ${styles.head}`}>
        <h2 id="solutions">{solutions.title}</h2>
        <p className="max-w-30 quiet">{solutions.lead}</p>
      </div>
      <div className={`stack ${styles.cards}`}>
        {solutions.cards.map((card) => (
          <article key={card.key} className={`row border-top ${styles.card}`}>
            <figure className={`mb-4 ${styles.figure}`}>
              <figcaption className={`fine faint ${styles.caption}`}>{card.caption}</figcaption>
              {figures[card.key]}
            </figure>
            <h3>{card.title}</h3>
            <p className={`mt-2 quiet ${styles.text}`}>{card.text}</p>
            <dl className={`small ${styles.facts}`}>
              {card.facts.map(([term, fact]) => (
                <div key={term} className={`stack gap-1 ${styles.fact}`}>
                  <dt>{term}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
            </dl>
            {ways[card.key](
              <>
                {card.action}
                <Icon name="arrow-right" size={20} />
              </>,
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

type Key = (typeof solutions.cards)[number]['key'];

const figures: Record<Key, ReactNode> = {
  services: <SectorWeights />,
  professionals: <NeighbourGraph ticker="ALPB" />,
  institutions: <SectorCorrelations />,
};

const ways: Record<Key, (children: ReactNode) => ReactNode> = {
  services: (children) => (
    <ContactButton caller="portfolios_cu" look="plain" className={WAY}>
      {children}
    </ContactButton>
  ),
  professionals: (children) => (
    <a href="/cognitivepro" className={WAY}>
      {children}
    </a>
  ),
  institutions: (children) => (
    <ContactButton caller="home_bad" look="plain" className={WAY}>
      {children}
    </ContactButton>
  ),
};
