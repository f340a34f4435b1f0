import { careers } from '../../content/careers.ts';
import { Alert } from '../../../ui/alert.tsx';
import styles from './position-notice.module.css';

/** Why somebody who looked for a position is here; site/client/postings.ts shows the one that the address names. */
export function Notice() {
  return (['closed', 'unknown'] as const).map((notice) => (
    <template key={notice} data-notice={notice}>
      <div className={styles.notice}>
        <Alert look="info" icon="info" title={careers[notice]} />
      </div>
    </template>
  ));
}
