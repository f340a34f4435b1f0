import { consentWords } from '../content/consent.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';
import { WhenSetting } from './when-setting.tsx';

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
          <Question /> <a href="/cookies">{banner.more}</a>
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

/** All four stand in what is built; the server leaves the one that its settings make true. */
function Question() {
  const { both, tags, marketing, none } = banner.asks;
  return (
    <>
      <WhenSetting when="with" setting="tags">
        <ByMarketing yes={both} no={tags} />
      </WhenSetting>
      <WhenSetting when="without" setting="tags">
        <ByMarketing yes={marketing} no={none} />
      </WhenSetting>
    </>
  );
}

function ByMarketing({ yes, no }: { yes: string; no: string }) {
  return (
    <>
      <WhenSetting when="with" setting="marketing">
        {yes}
      </WhenSetting>
      <WhenSetting when="without" setting="marketing">
        {no}
      </WhenSetting>
    </>
  );
}
