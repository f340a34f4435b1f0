import { Button } from '../../ui/button.tsx';
import styles from './load-failure.module.css';

/** Says that code could not be loaded; shown by site/client/load-failure.ts. Not a dialog, because the dialog's code may be what is missing. */
export function LoadFailure() {
  return (
    <div id="load-failure" className={`small ${styles.failure}`} role="alert" hidden>
      <p>The form could not be loaded. Please check your connection and try again.</p>
      <div className="row wraps gap-1 pt-2">
        <Button data-try-again>Try again</Button>
        <Button variant="quiet" data-close-failure>
          Close
        </Button>
      </div>
    </div>
  );
}
