/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that a text field chooses from: `select` has no such field */
import { useId, useState, type KeyboardEvent } from 'react';
import { whenEntriesGone } from '../../ui/close-on-back.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { currentCommands, useCommands, type DeskCommand } from '../keyboard/commands.ts';
import { findCommands } from '../keyboard/find-commands.ts';
import { Keys } from '../keyboard/keys.tsx';
import { overlay } from './overlay.ts';
import { useSearchPeople } from './search-people.ts';
import field from '../parts/field.module.css';
import styles from './palette.module.css';

/** A dialog that finds views, commands and people by a few letters. */
export function Palette() {
  const open = overlay.use() === 'palette';
  useCommands([
    {
      id: 'palette',
      title: 'Search or do',
      group: 'Desk',
      keys: 'mod+k',
      keysOnly: true,
      run: () => overlay.set(overlay.get() === 'palette' ? 'none' : 'palette'),
    },
  ]);
  return (
    <Dialog open={open} onClose={() => overlay.set('none')} title="Search or do" fullScreenBelow="small">
      <Choices />
    </Dialog>
  );
}

function Choices() {
  const id = useId();
  const [commands] = useState(currentCommands);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const people = useSearchPeople(search);
  const found = [...findCommands(search, commands), ...people];
  const chosen = Math.min(at, found.length - 1);
  const run = (command: DeskCommand | undefined) => {
    if (command === undefined) return;
    overlay.set('none');
    // Waits until the dialog's history entry is gone, because the command may navigate.
    whenEntriesGone(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(found[chosen]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + found.length) % found.length;
    setAt(next);
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.palette} data-palette="">
      <input
        className={field.control}
        data-autofocus=""
        role="combobox"
        aria-label="Search or do"
        placeholder="A view, something to do, or a name"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={found.length > 0 ? `${id}${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}list`} aria-label="What can be done" className={styles.list}>
        {found.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the text field's
          <div
            key={command.id}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={`row middle gap-1 ${styles.option}`}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span className={`fine faint ${styles.group}`}>{command.group}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={`quiet ${styles.none}`}>Nothing here is called so.</p>}
    </div>
  );
}
