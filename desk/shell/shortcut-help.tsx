import { useId, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { currentCommands, useCommands, type DeskCommand } from '../keyboard/commands.ts';
import { characterKeys } from '../keyboard/keyboard.ts';
import { Keys } from '../keyboard/keys.tsx';
import { overlay } from './overlay.ts';
import styles from './shortcut-help.module.css';

/** A dialog with all shortcuts that work at present. */
export function ShortcutHelp() {
  const open = overlay.use() === 'shortcuts';
  useCommands([
    { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Desk', keys: '?', also: 'help keys', run: () => overlay.set('shortcuts') },
  ]);
  return (
    <Dialog open={open} onClose={() => overlay.set('none')} title="Keyboard shortcuts" fullScreenBelow="small">
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  const id = useId();
  const [commands] = useState(currentCommands);
  const isOn = characterKeys.use() === 'on';
  const groups = Map.groupBy(commands.filter(hasKeys), ({ group }) => group);
  return (
    <div className="stack gap-3">
      {[...groups].map(([group, members]) => (
        <section key={group} aria-labelledby={id + group}>
          <h3 id={id + group}>{group}</h3>
          <dl className="mt-1">
            {members.map(({ id: name, title, keys }) => (
              <div key={name} className={`row middle apart gap-2 border-top ${styles.row}`}>
                <dt>{title}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={`stack border-top ${styles.switch}`}>
        <input type="checkbox" checked={isOn} onChange={(event) => characterKeys.write(event.target.checked ? 'on' : 'off')} />
        <span>Letters and signs do something. Switch this off if you speak to your machine, or press keys by chance.</span>
      </label>
    </div>
  );
}

function hasKeys(command: DeskCommand): command is DeskCommand & { keys: string } {
  return command.keys !== undefined;
}
