import { useHistoryState } from 'wouter/use-browser-location';
import { careers } from '../../content/careers.ts';
import { Alert } from '../../../ui/alert.tsx';
import styles from './notice.module.css';

/** Why somebody who looked for a position is here. */
export function Notice() {
  const state = useHistoryState<{ notice?: unknown } | null>();
  const notice = state?.notice;
  if (notice !== 'closed' && notice !== 'unknown') return null;
  return (
    <div className={styles.notice}>
      <Alert look="info" icon="info" title={careers[notice]} />
    </div>
  );
}
