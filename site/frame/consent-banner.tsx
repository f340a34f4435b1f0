import { consentWords } from '../content/consent.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';
import { WhenSetting } from './when-setting.tsx';

const { banner } = consentWords;

/**
 * Asks for consent at the foot of the window, without taking the focus or blocking the page. It shows while the document has `data-asks`;
 * site/client/consent.ts handles its buttons.
 */
export function ConsentBanner() {
  return (
    <section id="consent" className={styles.banner} aria-label={banner.label}>
      <div className={`wrap ${styles.layout}`}>
        <p className={`small quiet ${styles.text}`}>
          <Question /> <a href="/cookies">{banner.more}</a>
        </p>
        <div className={`stack gap-1 ${styles.actions}`}>
          <Button variant="outline" data-decide="none">
            {banner.reject}
          </Button>
          <Button variant="outline" data-decide="everything">
            {banner.accept}
          </Button>
          <Button variant="quiet" aria-haspopup="dialog" data-consent>
            {banner.choose}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The build contains all four questions; the server keeps the one that fits its settings. */
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
