import { verified } from '../content/verified.ts';
import { Icon } from '../../ui/icon.tsx';
import { MarketGraph } from './market-graph.tsx';
import styles from './verified.module.css';

export function Verified({ kind }: { kind: 'confirm' | 'formsent' }) {
  const { lead, text } = verified[kind];
  return (
    <div className={`wrap ${styles.page}`}>
      <div className="stack gap-3">
        <span className={`centre ${styles.sign}`}>
          <Icon name="check" size={32} />
        </span>
        <h1 tabIndex={-1}>{verified.title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p className="quiet">{text}</p>
      </div>
      <NextPages of={kind} />
      <div className={`wide-only ${styles.graph}`}>
        <MarketGraph words={false} />
      </div>
    </div>
  );
}

/** Where to go on to once an address is confirmed. */
export function NextPages({ of }: { of: 'confirm' | 'formsent' }) {
  const { cards } = verified[of];
  return (
    <ul className={`stack ${styles.cards}`}>
      <Card href="/cognitivepro" {...cards.platform} />
      <Card href="/insights" {...cards.insights} />
    </ul>
  );
}

type CardProps = { href: string; label: string; title: string; text: string };

function Card({ href, label, title, text }: CardProps) {
  return (
    <li>
      <a href={href} className={`arrow stack gap-1 ${styles.card}`}>
        <span className={styles.label}>{label}</span>
        <span className={`row middle apart gap-2 strong ${styles.title}`}>
          {title}
          <Icon name="arrow-right" />
        </span>
        <span className="quiet">{text}</span>
      </a>
    </li>
  );
}
