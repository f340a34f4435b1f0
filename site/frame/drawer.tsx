import type { PageRow } from '../../contract/pages.ts';
import { frame } from '../content/frame.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './drawer.module.css';
import { LoginLink } from './login-link.tsx';
import { Logo } from './logo.tsx';
import { isCurrentPage } from './navigation-items.ts';

const words = frame.header;

export const DRAWER_ID = 'menu';

/**
 * The header's items on narrow windows: a modal dialog that its buttons open and close with or without scripts. Focus stays inside and returns to the
 * menu button. Choosing an item closes it (site/client/document-events.ts).
 */
export function Drawer({ page }: { page: PageRow }) {
  return (
    <dialog id={DRAWER_ID} className={styles.drawer} aria-label={words.menu} closedby="any">
      <div className={`row middle apart ${styles.head}`}>
        <Logo />
        <button type="button" className={`bare centre ${styles.close}`} aria-label={words.close} command="close" commandfor={DRAWER_ID}>
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={words.menu}>
        <ul className="border-top">
          {words.navigation.map(({ href, label }) => (
            <li key={label}>
              <a
                href={href}
                className={`row middle apart strong ${styles.item}`}
                aria-current={isCurrentPage(page, href) ? 'page' : undefined}
              >
                {label}
                <Icon name="arrow-right" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.actions}>
        <ContactButton caller="home_bad" size="large">
          {words.action}
        </ContactButton>
        <LoginLink className={styles.login} />
      </div>
    </dialog>
  );
}
