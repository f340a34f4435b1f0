import { useEffect } from 'react';
import type { Page } from '../../contract/pages.ts';
import { company } from '../content/company.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import { Drawer, DRAWER_ID } from './drawer.tsx';
import styles from './header.module.css';
import { Link } from './link.tsx';
import { LoginLink } from './login-link.tsx';
import { Logo } from './logo.tsx';
import { isCurrent, navigation } from './navigation-items.ts';
import { Still } from './still.tsx';

const ID = 'header';

/** The head of every page: the way home, the three main pages, Login and Book a demo. */
export function Header({ page }: { page: Page }) {
  useCurrentItem(page);
  return (
    <Still as="header" id={ID} className={styles.header}>
      {import.meta.env.SSR || import.meta.env.DEV ? <Contents page={page} /> : ''}
    </Still>
  );
}

function Contents({ page }: { page: Page }) {
  return (
    <>
      <div className={`wrap ${styles.bar}`}>
        <Link href="/" className={styles.home} aria-label={`${company.name}, home page`}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.items}>
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={styles.item} aria-current={isCurrent(page, href) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.actions}>
          <LoginLink className={styles.login} />
          <ContactButton caller="home_bad" className={styles.demo ?? ''}>
            Book a demo
          </ContactButton>
          <button
            type="button"
            className={styles.menu}
            aria-label="Open the menu"
            aria-haspopup="dialog"
            command="show-modal"
            commandfor={DRAWER_ID}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <Drawer page={page} />
    </>
  );
}

/** Marks the item of the page at hand, here and in the drawer, when it was reached without a document. */
function useCurrentItem(page: Page) {
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(`#${ID} li a`)) {
      if (isCurrent(page, link.pathname)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }, [page]);
}
