import type { PageRow } from '../../contract/pages.ts';
import { frame } from '../content/frame.ts';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { ContactButton } from './contact-button.tsx';
import styles from './floating-button.module.css';

const callers: Readonly<Record<string, string>> = { home: 'home_bad', cognitivepro: 'cognitive_bad' };

/** Back to top on wide windows; on small ones Book a demo, on some pages only. site/client/frame.ts shows it after some scrolling. */
export function FloatingButton({ page }: { page: PageRow }) {
  const caller = callers[page.component];
  return (
    <div id="floating" className={styles.floating} inert>
      <button type="button" className={`centre ${styles.top}`} aria-label={frame.floating.top} data-to-top>
        <Icon path={pageIcons['arrow-up']} />
      </button>
      {caller && (
        <ContactButton caller={caller} size="large" className={styles.demo ?? ''}>
          {frame.floating.action}
        </ContactButton>
      )}
    </div>
  );
}
