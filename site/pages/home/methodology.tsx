import { home } from '../../content/home.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './methodology.module.css';
import { WalkForwardChart } from './walk-forward-chart.tsx';

const { methodology } = home;

export function Methodology() {
  return (
    <section className={`wrap stack gap-5 section ${styles.layout}`} aria-labelledby="methodology">
      <div className={`stack gap-2 ${styles.head}`}>
        <h2 id="methodology">{methodology.title}</h2>
        <p className="lead max-w-30">{methodology.lead}</p>
      </div>
      <WalkForwardChart />
      <ol className={styles.rules}>
        {methodology.rules.map((rule) => (
          <li key={rule.title} className={styles.rule}>
            <h3 className={styles.name}>{rule.title}</h3>
            <p className={`mt-1 quiet ${styles.text}`}>{rule.text}</p>
          </li>
        ))}
      </ol>
      <a href="/insights" className="action-link arrow self-start">
        {methodology.action}
        <Icon name="arrow-right" size={20} />
      </a>
    </section>
  );
}
