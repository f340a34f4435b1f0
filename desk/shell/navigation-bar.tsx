import { companyName } from '../../contract/company.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSignedIn } from '../account/account-context.ts';
import { usePath } from '../app/navigation.ts';
import { viewsFor } from '../app/views.ts';
import { Keys } from '../keyboard/keys.tsx';
import { DeskIcon } from '../parts/desk-icon.tsx';
import { DeskSign } from '../parts/desk-sign.tsx';
import { useUnread } from '../work/use-notices.ts';
import { openPalette } from './overlay.ts';
import styles from './navigation-bar.module.css';

export function Navigation() {
  const path = usePath();
  const { roles } = useSignedIn();
  const unread = useUnread();
  return (
    <>
      <a className={styles.home} href="/" aria-label={`${companyName} desk, first view`}>
        <DeskSign />
      </a>
      <button type="button" className={styles.search} onClick={openPalette}>
        <DeskIcon name="search" size={18} />
        <span>Search or do</span>
        <span className={styles.keys}>
          <Keys keys="mod+k" />
        </span>
      </button>
      <nav className={styles.nav} aria-label="Views">
        <ul className={styles.list}>
          {viewsFor(roles).map(({ path: to, title, icon, prepare }) => (
            <li key={to}>
              <a
                className={styles.item}
                href={to}
                aria-current={path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined}
                onPointerEnter={prepare}
                onFocus={prepare}
              >
                <DeskIcon name={icon!} />
                {title}
                {to === '/for-me' && unread > 0 && (
                  <span className={styles.count}>
                    {unread}
                    <VisuallyHidden> not read</VisuallyHidden>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
