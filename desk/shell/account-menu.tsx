import { signOut } from '../../contract/calls/desk/account-calls.ts';
import { roleNames } from '../../contract/desk/roles.ts';
import { useSignedIn } from '../account/account-context.ts';
import { callServer } from '../data/call-server.ts';
import { useCommands } from '../keyboard/commands.ts';
import { DeskIcon } from '../parts/desk-icon.tsx';
import { Initials } from '../parts/initials.tsx';
import { forgetDrafts } from '../parts/drafts.ts';
import { notify } from '../parts/notice.ts';
import { overlay } from './overlay.ts';
import { chooseTheme, shownTheme, theme } from './colours.ts';
import styles from './account-menu.module.css';

const MENU = 'account-menu';

const themeNames = { system: 'As the machine', light: 'Light', dark: 'Dark' } as const;

/** The signed-in account with its colours, shortcuts and sign-out. */
export function AccountMenu() {
  const { name, address, roles } = useSignedIn();
  const chosen = theme.use();
  useCommands([
    {
      id: 'theme',
      title: 'Switch between light and dark',
      group: 'Desk',
      also: 'theme colours night',
      run: () => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark'),
    },
    { id: 'sign-out', title: 'Sign out', group: 'Desk', also: 'log out leave', run: () => void leave() },
  ]);
  return (
    <div className={styles.position}>
      <button type="button" className={`row middle w-100 ${styles.open}`} popoverTarget={MENU}>
        <Initials name={name} />
        <span className={`stack min-w-0 ${styles.who}`}>
          <span className={`strong ${styles.name}`}>{name}</span>
          <span className="fine faint">{roles.map((role) => roleNames[role]).join(', ')}</span>
        </span>
      </button>
      <div id={MENU} popover="auto" className={styles.menu}>
        <p className={`breaks quiet ${styles.address}`}>{address}</p>
        <fieldset className={`stack ${styles.themes}`}>
          <legend>Colours</legend>
          {theme.choices.map((choice) => (
            <label key={choice}>
              <input type="radio" name="theme" checked={chosen === choice} onChange={() => chooseTheme(choice)} /> {themeNames[choice]}
            </label>
          ))}
        </fieldset>
        <a className={`row middle w-100 ${styles.item}`} href="/account">
          <DeskIcon name="person" /> Passkeys
        </a>
        <a className={`row middle w-100 ${styles.item}`} href="/sessions" onClick={() => document.getElementById(MENU)?.hidePopover()}>
          <DeskIcon name="sessions" /> Where you are signed in
        </a>
        <button
          type="button"
          className={`row middle w-100 ${styles.item}`}
          popoverTarget={MENU}
          popoverTargetAction="hide"
          onClick={() => overlay.set('shortcuts')}
        >
          <DeskIcon name="keyboard" /> Keyboard shortcuts
        </button>
        <button type="button" className={`row middle w-100 ${styles.item}`} onClick={() => void leave()}>
          <DeskIcon name="sign-out" /> Sign out
        </button>
      </div>
    </div>
  );
}

async function leave() {
  try {
    await callServer(signOut, {});
  } catch {
    return notify('Not signed out: the desk does not answer. Try again.');
  }
  forgetDrafts();
  // Loads a new document, so that no data stays in memory.
  location.replace('/sign-in');
}
