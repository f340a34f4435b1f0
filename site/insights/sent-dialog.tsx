import { useEffect, useState } from 'react';
import { insights } from '../content/insights.ts';
import { Link } from '../frame/link.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './sent-dialog.module.css';

const words = insights.sent;

/** Said once after the link of the mail: the paper is on its way. */
export function SentDialog() {
  const [open, setOpen] = useState(false);
  // Not in the rendered page: without its script nothing could close it.
  useEffect(() => setOpen(true), []);
  const close = () => setOpen(false);
  return (
    <>
      <p className={`wrap ${styles.back}`}>
        <Link href="/insights">{words.back}</Link>
      </p>
      <Dialog open={open} onClose={close} title={words.title} size="narrow">
        <p>{words.text}</p>
        <Button size="large" className={styles.ok} onClick={close}>
          {words.ok}
        </Button>
      </Dialog>
    </>
  );
}
