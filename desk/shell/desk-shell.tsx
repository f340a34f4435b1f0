import { Suspense, useMemo } from 'react';
import { mayUse } from '../../contract/desk/roles.ts';
import { useSignedIn } from '../account/account-context.ts';
import { viewAddress } from '../router/list-address.ts';
import { navigate, usePath } from '../router/navigation.ts';
import { useCommands, type DeskCommand } from '../keyboard/commands.ts';
import { NoPlace, NotAllowed } from './no-place.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navigation } from './navigation-bar.tsx';
import { NoticeLine } from './notice-line.tsx';
import { Palette } from './palette.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import type { View, ViewAt } from './view.ts';
import styles from './desk-shell.module.css';

type DeskShellProps = {
  /** The views that the user's roles allow, in the order of the navigation. */
  views: readonly View[];
  /** The view at the current address; undefined if none matches. */
  found: ViewAt | undefined;
};

/** The navigation and the frame around every view. */
export function DeskShell({ views, found }: DeskShellProps) {
  const path = usePath();
  const { roles } = useSignedIn();
  useViewCommands(views);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <ConnectionBanner />
      <header className={`row gap-2 ${styles.side}`}>
        <Navigation views={views} />
        <AccountMenu />
      </header>
      <main id="main" tabIndex={-1} className={`min-w-0 ${styles.main}`}>
        <Suspense>
          {found === undefined && path !== '/' && <NoPlace />}
          {found !== undefined && !mayUse(roles, found.view.needs) && <NotAllowed title={found.view.title} />}
          {found !== undefined && mayUse(roles, found.view.needs) && <found.view.Component key={found.view.path} id={found.id} />}
        </Suspense>
      </main>
      <NoticeLine />
      <Palette />
      <ShortcutHelp />
      <SessionDialog />
    </div>
  );
}

/** Adds the shortcuts `g` and a letter for each allowed view. */
function useViewCommands(views: readonly View[]) {
  const commands = useMemo(
    () =>
      views.map(({ path, title, key }): DeskCommand => ({
        id: `go ${path}`,
        title,
        group: 'Go to',
        ...(key !== undefined && { keys: `g ${key}` }),
        run: () => navigate(viewAddress(path, location.pathname)),
      })),
    [views],
  );
  useCommands(commands);
}
