import { home } from '../../content/home.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './methodology.module.css';
import { WalkForwardChart } from './walk-forward-chart.tsx';

const { methodology } = home;

export function Methodology() {
  return (
    <section className={`wrap stack gap-5 ${styles.layout}`} aria-labelledby="methodology">
      <div className={`stack gap-2 ${styles.head}`}>
        <h2 id="methodology">{methodology.title}</h2>
        <p className={`lead ${styles.lead}`}>{methodology.lead}</p>
      </div>
      <WalkForwardChart />
      <ol className={styles.rules}>
        {methodology.rules.map((rule) => (
          <li key={rule.title} className={styles.rule}>
            <h3 className={styles.name}>{rule.title}</h3>
            <p className={styles.text}>{rule.text}</p>
          </li>
        ))}
      </ol>
      <a href="/insights" className={`action-link ${styles.way}`}>
        {methodology.action}
        <Icon name="arrow-right" size={20} />
      </a>
    </section>
  );
}
