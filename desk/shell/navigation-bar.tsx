import { present } from '../../contract/checked.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSignedIn } from '../account/account-context.ts';
import { prefetch } from '../data/queries.ts';
import { viewAddress } from '../router/list-address.ts';
import { usePath } from '../router/navigation.ts';
import { Keys } from '../keyboard/keys.tsx';
import { DeskIcon } from '../parts/desk-icon.tsx';
import { DeskSign } from '../parts/desk-sign.tsx';
import { useForMe } from '../features/work/use-notices.ts';
import { openPalette } from './overlay.ts';
import { viewGroups, type View } from './view.ts';
import styles from './navigation-bar.module.css';

const MORE = 'more-views';
const FOR_ME = '/for-me';

/** How many views the bottom bar shows on a phone and on a tablet; the others are behind a button. */
const ON_PHONE = 4;
const ON_TABLET = 8;

export function Navigation({ views }: { views: readonly View[] }) {
  const path = usePath();
  const { company } = useSignedIn();
  const forMe = useForMe();
  const unread = forMe.unread + forMe.due;
  const all = views.filter(({ group }) => group !== undefined);
  const isFolded = all.length > ON_PHONE + 1;
  const item = (view: View) => <ViewLink view={view} path={path} unread={unread} />;
  return (
    <>
      <a className={styles.home} href="/" aria-label={`${company} desk, first view`}>
        <DeskSign />
      </a>
      <button type="button" className={`row middle quiet ${styles.search}`} onClick={openPalette}>
        <DeskIcon name="search" size={18} />
        <span>Search or do</span>
        <span className={`faint ${styles.keys}`}>
          <Keys keys="mod+k" />
        </span>
      </button>
      <nav className={styles.nav} aria-label="Views">
        {viewGroups.map((group) => {
          const ofGroup = all.filter((view) => view.group === group);
          return (
            ofGroup.length > 0 && (
              <ul key={group} className={`stack ${styles.list}`}>
                {ofGroup.map((view) => (
                  <li key={view.path} className={isFolded ? classOf(all.indexOf(view)) : undefined}>
                    {item(view)}
                  </li>
                ))}
              </ul>
            )
          );
        })}
        {isFolded && (
          <>
            <button
              type="button"
              className={`row middle strong quiet ${styles.item} ${styles.more} ${all.length > ON_TABLET ? '' : styles.onPhone}`}
              popoverTarget={MORE}
              data-current={all.findIndex((view) => isAt(path, view)) >= ON_PHONE || undefined}
            >
              <DeskIcon name="more" />
              More
              {all.findIndex(({ path: to }) => to === FOR_ME) >= ON_PHONE && <Unread count={unread} className={styles.onPhone} />}
            </button>
            <ul id={MORE} popover="auto" className={styles.folded}>
              {all.slice(ON_PHONE).map((view, index) => (
                <li key={view.path} className={ON_PHONE + index < ON_TABLET ? styles.onPhone : undefined}>
                  {item(view)}
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
    </>
  );
}

function ViewLink({ view, path, unread }: { view: View; path: string; unread: number }) {
  const { path: to, title, icon, reads } = view;
  const prepare = () => reads && prefetch(reads, {});
  return (
    <a
      className={`row middle strong quiet ${styles.item}`}
      href={viewAddress(to, path)}
      aria-current={path === to ? 'page' : isAt(path, view) ? 'true' : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => document.getElementById(MORE)?.hidePopover()}
    >
      <DeskIcon name={present(icon)} />
      {title}
      {to === FOR_ME && <Unread count={unread} />}
    </a>
  );
}

function Unread({ count, className = '' }: { count: number; className?: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className={`fine strong ${styles.count} ${className}`}>
      {count}
      <VisuallyHidden> not read</VisuallyHidden>
    </span>
  );
}

function isAt(path: string, { path: to }: View): boolean {
  return path === to || path.startsWith(`${to}/`);
}

/** The class that hides an item on the windows that have no room for it. */
function classOf(index: number): string | undefined {
  if (index < ON_PHONE) return undefined;
  return index < ON_TABLET ? styles.notOnPhone : styles.notNarrow;
}
