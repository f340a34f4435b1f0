import { Icon } from '../../../ui/icon.tsx';
import { insights as words } from '../../content/insights.ts';
import styles from './insights-opening.module.css';

export function InsightsOpening({ confirmed }: { confirmed: boolean }) {
  return (
    <header className={styles.opening}>
      <div className={`wrap ${styles.words}`}>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className={`lead ${styles.lead}`}>{words.lead}</p>
        {confirmed ? (
          <p className={`row gap-1 strong ${styles.confirmed}`}>
            <Icon name="check" size={20} />
            {words.confirmed}
          </p>
        ) : null}
      </div>
    </header>
  );
}
