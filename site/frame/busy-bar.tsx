import { useBusy } from './busy.ts';
import styles from './busy-bar.module.css';

/** A line along the top of the window while a page or a form is on its way, for longer than an instant. */
export function BusyBar() {
  const busy = useBusy();
  return <div className={styles.bar} data-busy={busy || undefined} aria-hidden="true" />;
}
