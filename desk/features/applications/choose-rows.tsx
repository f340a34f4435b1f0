import { useState } from 'react';
import { present } from '../../../contract/checked.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { RefuseSeveral } from './refuse-several.tsx';
import styles from './applications.module.css';

export type RowChoice = {
  /** Whether rows can be chosen. */
  isOn: boolean;
  chosen: readonly DeskApplication[];
  has: (id: string) => boolean;
  /** @param reaches true (Shift): all rows from the last pressed one to this one get this row's new state */
  toggle: (id: string, reaches?: boolean) => void;
  setAll: (on: boolean) => void;
  start: () => void;
  stop: () => void;
  drop: (ids: readonly string[]) => void;
};

/** The rows of a list that are chosen for a common action. Rows that left the list are no longer chosen. */
export function useChoice(rows: readonly DeskApplication[]): RowChoice {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const [last, setLast] = useState<string>();
  const set = (changed: readonly string[], on: boolean) => {
    const next = new Set(ids);
    for (const id of changed)
      if (on) next.add(id);
      else next.delete(id);
    setIds(next);
  };
  return {
    isOn: ids !== undefined,
    chosen: rows.filter(({ id }) => ids?.has(id)),
    has: (id) => ids?.has(id) === true,
    toggle: (id, reaches = false) => {
      const [from, to] = [reaches ? last : id, id].map((one) => rows.findIndex((row) => row.id === one)).toSorted((a, b) => a - b);
      const changed = present(from) < 0 ? [id] : rows.slice(from, present(to) + 1).map((row) => row.id);
      set(changed, ids?.has(id) !== true);
      setLast(id);
    },
    setAll: (on) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    start: () => setIds(new Set()),
    stop: () => setIds(undefined),
    // May be called after choosing was stopped; then it does nothing.
    drop: (gone) => setIds((now) => now && new Set([...now].filter((id) => !gone.includes(id)))),
  };
}

/** The number of chosen rows, and the actions for them. */
export function ChoiceBar({ choice, count }: { choice: RowChoice; count: number }) {
  const [refusing, setRefusing] = useState<readonly DeskApplication[]>();
  const { chosen } = choice;
  useCommands([
    { id: 'stop choosing', title: 'Stop choosing', group: 'Applications', keys: 'Escape', run: choice.stop },
    ...(chosen.length === 0
      ? []
      : [{ id: 'refuse chosen', title: 'Refuse those that are chosen', group: 'Applications', keys: 'd', run: () => setRefusing(chosen) }]),
  ]);
  return (
    <section aria-label="Those that are chosen" className={`row wraps middle border-top ${styles.choice}`}>
      <label>
        <input type="checkbox" checked={chosen.length === count} onChange={(event) => choice.setAll(event.target.checked)} />
        All {count}
      </label>
      <output>{chosen.length} chosen</output>
      <SmallButton aria-disabled={chosen.length === 0} onClick={() => chosen.length > 0 && setRefusing(chosen)}>
        {chosen.length > 0 ? `Refuse ${chosen.length}…` : 'Refuse…'}
      </SmallButton>
      <SmallButton variant="outline" onClick={choice.stop}>
        Cancel
      </SmallButton>
      <Dialog
        open={refusing !== undefined}
        onClose={() => setRefusing(undefined)}
        title={`Refuse ${refusing?.length === 1 ? 'one application' : `${refusing?.length} applications`}`}
        closesOutside={false}
        size="wide"
        fullScreenBelow="small"
      >
        <RefuseSeveral
          applications={refusing ?? []}
          onRefused={(done) => {
            choice.drop(done);
            setRefusing((before) => before?.filter(({ id }) => !done.includes(id)));
          }}
          onClose={() => setRefusing(undefined)}
        />
      </Dialog>
    </section>
  );
}
