import { Button } from '../../ui/button.tsx';
import styles from './load-failure.module.css';

/** Says that code could not be had; site/client/load-failure.ts shows it. Not a dialog: its code may be what could not be had. */
export function LoadFailure() {
  return (
    <div id="load-failure" className={styles.failure} role="alert" hidden>
      <p>The form could not be loaded. Please check your connection and try again.</p>
      <div className={styles.actions}>
        <Button data-try-again>Try again</Button>
        <Button variant="quiet" data-close-failure>
          Close
        </Button>
      </div>
    </div>
  );
}
