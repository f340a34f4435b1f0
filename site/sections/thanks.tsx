import { MEETING_PATH } from '../../contract/meeting-page.ts';
import { Button } from '../../ui/button.tsx';
import styles from './thanks.module.css';

/** `times`: words of the link to choose a time for a demo, shown if the page's address contained the token for it. */
type ThanksProps = { words: { title: string; text: string; action: string; times?: string } };

/**
 * A message after a visitor's action. The HTML contains it open, so that it shows at once; without JavaScript its form closes it, with JavaScript it
 * becomes modal (site/client/frame.ts).
 */
export function Thanks({ words: { title, text, action, times } }: ThanksProps) {
  return (
    <dialog open className={styles.thanks} aria-labelledby="thanks" aria-describedby="thanks-text" data-thanks>
      <h2 id="thanks">{title}</h2>
      <p id="thanks-text" className={styles.text}>
        {text}
        {times !== undefined && (
          // The link gets its address when it is shown, because the address needs the token.
          <span hidden data-times={`${MEETING_PATH}?confirmed=yes&token=`}>
            {' '}
            <a>{times}</a>
          </span>
        )}
      </p>
      <form method="dialog">
        <Button type="submit" size="large">
          {action}
        </Button>
      </form>
    </dialog>
  );
}
