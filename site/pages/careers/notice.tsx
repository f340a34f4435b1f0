import { careers } from '../../content/careers.ts';
import { Alert } from '../../../ui/alert.tsx';
import styles from './notice.module.css';

/** Why somebody who looked for a position is here; site/client/postings.ts shows the one that the address names. */
export function Notice() {
  return (['closed', 'unknown'] as const).map((notice) => (
    <div key={notice} className={styles.notice} data-notice={notice} hidden>
      <Alert look="info" icon="info" title={careers[notice]} />
    </div>
  ));
}
