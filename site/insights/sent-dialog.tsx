import { useState } from 'react';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './sent-dialog.module.css';

const words = insights.sent;

/** 'Your paper has been sent', said once. */
export function SentDialog() {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} title={words.title} size="narrow">
      <p>{words.text}</p>
      <Button size="large" className={styles.ok} onClick={close}>
        {words.ok}
      </Button>
    </Dialog>
  );
}
