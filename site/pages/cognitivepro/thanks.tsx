import { useEffect, useRef, useState } from 'react';
import { cognitivePro } from '../../content/cognitive-pro.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './thanks.module.css';

const { thanks } = cognitivePro;

/**
 * 'Thank You for Registering.': open in the HTML already, so that it is there at once and without JavaScript, where its
 * form closes it. With JavaScript it becomes modal.
 */
export function Thanks() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const follow = () => setOpen(element.open);
    element.addEventListener('close', follow);
    // Someone may have pressed Ok before the page answered.
    if (element.open) {
      element.close();
      element.showModal();
    } else follow();
    return () => element.removeEventListener('close', follow);
  }, []);

  if (!open) return null;
  return (
    <dialog ref={dialog} open className={styles.thanks} aria-labelledby="thanks" aria-describedby="thanks-text">
      <h2 id="thanks">{thanks.title}</h2>
      <p id="thanks-text" className={styles.text}>
        {thanks.text}
      </p>
      <form method="dialog">
        <Button type="submit" size="large">
          {thanks.action}
        </Button>
      </form>
    </dialog>
  );
}
