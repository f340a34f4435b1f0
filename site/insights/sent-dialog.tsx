import { useState, useSyncExternalStore } from 'react';
import { insights } from '../content/insights.ts';
import { Link } from '../frame/link.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './sent-dialog.module.css';

const words = insights.sent;

/** Said once after the link of the mail: the paper is on its way. */
export function SentDialog() {
  const [closed, setClosed] = useState(false);
  const close = () => setClosed(true);
  // Not in the rendered page: without its script nothing could close it.
  const answering = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <>
      <noscript>
        <p className={`wrap ${styles.note}`}>{words.text}</p>
      </noscript>
      <p className={`wrap ${styles.back}`}>
        <Link href="/insights">{words.back}</Link>
      </p>
      <Dialog open={answering && !closed} onClose={close} title={words.title} size="narrow">
        <p>{words.text}</p>
        <Button size="large" className={styles.ok} onClick={close}>
          {words.ok}
        </Button>
      </Dialog>
    </>
  );
}
