import type { PageRow } from '../../contract/pages.ts';
import { frame } from '../content/frame.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContactButton } from './contact-button.tsx';
import { Drawer, DRAWER_ID } from './drawer.tsx';
import styles from './header.module.css';
import { LoginLink } from './login-link.tsx';
import { Logo, signName } from './logo.tsx';
import { isCurrentPage } from './navigation-items.ts';

const words = frame.header;

export function Header({ page }: { page: PageRow }) {
  return (
    <header id="header" className={styles.header}>
      <div className={`wrap row middle gap-3 ${styles.bar}`}>
        <a href="/" className={styles.home} aria-label={`${signName()}, ${words.home}`}>
          <Logo isNamed />
        </a>
        <nav className={styles.nav} aria-label={words.name}>
          <ul className={`row gap-1 ${styles.items}`}>
            {words.navigation.map(({ href, label }) => (
              <li key={label}>
                <a href={href} className={`row middle quiet ${styles.item}`} aria-current={isCurrentPage(page, href) ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`row middle ${styles.actions}`}>
          <LoginLink className={styles.login} />
          <ContactButton caller="home_bad" className={styles.demo ?? ''}>
            {words.action}
          </ContactButton>
          <button
            type="button"
            className={`bare ${styles.menu}`}
            aria-label={words.open}
            aria-haspopup="dialog"
            command="show-modal"
            commandfor={DRAWER_ID}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <Drawer page={page} />
    </header>
  );
}
