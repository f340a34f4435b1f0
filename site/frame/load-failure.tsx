import { frame } from '../content/frame.ts';
import { Button } from '../../ui/button.tsx';
import styles from './load-failure.module.css';

/** Says that code could not be loaded; shown by site/client/load-failure.ts. Not a dialog, because the dialog's code may be what is missing. */
export function LoadFailure() {
  return (
    <div id="load-failure" className={`small ${styles.failure}`} role="alert" hidden>
      <p>{frame.failure.text}</p>
      <div className="row wraps gap-1 pt-2">
        <Button data-try-again>{frame.failure.again}</Button>
        <Button variant="quiet" data-close-failure>
          {frame.failure.close}
        </Button>
      </div>
    </div>
  );
}
