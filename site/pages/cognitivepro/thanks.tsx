import { cognitivePro } from '../../content/cognitive-pro.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './thanks.module.css';

const { thanks } = cognitivePro;

/**
 * 'Thank You for Registering.': open in the HTML already, so that it is there at once and without JavaScript, where its
 * form closes it. With JavaScript it becomes modal (site/client/frame.ts).
 */
export function Thanks() {
  return (
    <dialog open className={styles.thanks} aria-labelledby="thanks" aria-describedby="thanks-text" data-thanks>
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
