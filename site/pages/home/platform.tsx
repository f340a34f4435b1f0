import { home } from '../../content/home.ts';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './platform.module.css';
import { SignalsPanel } from './signals-panel.tsx';

const { platform } = home;

export function Platform() {
  return (
    <section className={styles.band} data-theme="dark" aria-labelledby="platform">
      <div className={`wrap stack gap-5 section ${styles.layout}`}>
        <div className={`stack gap-2 ${styles.head}`}>
          <h2 id="platform">{platform.title}</h2>
          <p className={`lead ${styles.lead}`}>{platform.lead}</p>
        </div>
        <div className={`min-w-0 ${styles.panel}`}>
          <SignalsPanel />
        </div>
        <ul className={styles.features}>
          {platform.features.map((feature) => (
            <li key={feature.title} className={styles.feature}>
              <h3 className={styles.name}>{feature.title}</h3>
              <p className={`mt-1 quiet ${styles.text}`}>{feature.text}</p>
            </li>
          ))}
        </ul>
        <a href="/cognitivepro" className={`${buttonClass({ variant: 'primary', size: 'large' })} ${styles.action}`}>
          {platform.action}
        </a>
      </div>
    </section>
  );
}
