import { consentWords } from '../content/consent.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';

const { banner } = consentWords;

/**
 * Asks once, at the foot of the window, and takes neither focus nor the page away. It shows as long as the document's `data-asks`
 * stands; site/client/consent.ts hears its buttons.
 */
export function ConsentBanner() {
  return (
    <section id="consent" className={styles.banner} aria-label={banner.label}>
      <div className={`wrap ${styles.layout}`}>
        <p className={styles.text}>
          {banner.text} <a href="/cookies">{banner.more}</a>
        </p>
        <div className={styles.actions}>
          <Button variant="outline" data-decide="none">
            {banner.reject}
          </Button>
          <Button variant="outline" data-decide="everything">
            {banner.accept}
          </Button>
          <Button variant="quiet" className={styles.choose} aria-haspopup="dialog" data-consent>
            {banner.choose}
          </Button>
        </div>
      </div>
    </section>
  );
}
