import type { Page } from '../../contract/pages.ts';
import { Icon } from '../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import styles from './drawer.module.css';
import { Link } from './link.tsx';
import { Logo } from './logo.tsx';
import { LoginLink } from './login-link.tsx';
import { isCurrent, navigation } from './navigation-items.ts';

export const DRAWER_ID = 'menu';

/**
 * The header's items on narrow windows: a modal dialog that its buttons open and close by themselves, scripts or not.
 * Focus stays inside, and goes back to the menu button.
 */
export function Drawer({ page }: { page: Page }) {
  return (
    <dialog id={DRAWER_ID} className={styles.drawer} aria-label="Menu" closedby="any">
      <div className={styles.head}>
        <Logo />
        <button
          type="button"
          className={styles.close}
          aria-label="Close the menu"
          command="close"
          commandfor={DRAWER_ID}
          onClick={closeDrawer}
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label="Menu">
        <ul className={styles.items}>
          {navigation.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className={styles.item} aria-current={isCurrent(page, href) ? 'page' : undefined} onClick={closeDrawer}>
                {label}
                <Icon name="arrow-right" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.actions}>
        <ContactButton caller="home_bad" size="large" onOpen={closeDrawer}>
          Book a demo
        </ContactButton>
        <LoginLink className={styles.login} />
      </div>
    </dialog>
  );
}

/** For browsers that do not know invoker commands; in the others the drawer is open by now. */
export function openDrawer(): void {
  const drawer = drawerElement();
  if (!('commandForElement' in HTMLButtonElement.prototype) && !drawer?.open) drawer?.showModal();
}

function closeDrawer() {
  drawerElement()?.close();
}

function drawerElement() {
  return document.getElementById(DRAWER_ID) as HTMLDialogElement | null;
}
