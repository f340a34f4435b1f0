import type { PageRow } from '../../contract/pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './floating-button.module.css';

/** Whose own demo a page's button asks for. */
const callers: Readonly<Record<string, string>> = { cognitivepro: 'cognitive_bad', ecosystem: 'ecosystem_bad' };

/** Back to top on wide windows, Book a demo on small ones; site/client/frame.ts shows it once a reader has scrolled. */
export function FloatingButton({ page }: { page: PageRow }) {
  return (
    <div id="floating" className={styles.place} inert>
      <button type="button" className={styles.top} aria-label="Back to top" data-to-top>
        <Icon name="arrow-up" />
      </button>
      <ContactButton caller={callers[page.component] ?? 'home_bad'} size="large" className={styles.demo ?? ''}>
        Book a demo
      </ContactButton>
    </div>
  );
}
