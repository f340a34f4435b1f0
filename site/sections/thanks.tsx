import { Button } from '../../ui/button.tsx';
import styles from './thanks.module.css';

type ThanksProps = { words: { title: string; text: string; action: string } };

/**
 * A message after a visitor's action. The HTML contains it open, so that it shows at once; without JavaScript its form closes it, with JavaScript it
 * becomes modal (site/client/frame.ts).
 */
export function Thanks({ words: { title, text, action } }: ThanksProps) {
  return (
    <dialog open className={styles.thanks} aria-labelledby="thanks" aria-describedby="thanks-text" data-thanks>
      <h2 id="thanks">{title}</h2>
      <p id="thanks-text" className={styles.text}>
        {text}
      </p>
      <form method="dialog">
        <Button type="submit" size="large">
          {action}
        </Button>
      </form>
    </dialog>
  );
}
