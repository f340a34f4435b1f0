import { useState } from 'react';
import { present } from '../../../contract/checked.ts';

/** What is kept of a chosen row. `version`: the server refuses a change if somebody has changed the row since it was chosen. */
type Choosable = { id: string; version: number; name: string; email: string };

export type RowChoice<Row extends Choosable = Choosable> = {
  /** Whether rows can be chosen. */
  isOn: boolean;
  /** The chosen rows as the list has them now; a row that left the list, as it was when it was chosen. */
  chosen: readonly Row[];
  /** The chosen rows as they were when they were chosen. */
  seen: readonly Row[];
  has: (id: string) => boolean;
  /** @param reaches true (Shift): all rows from the last pressed one to this one get this row's new state */
  toggle: (id: string, reaches?: boolean) => void;
  /** Chooses these rows in addition to those already chosen. */
  add: (rows: readonly Row[]) => void;
  start: () => void;
  stop: () => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
};

/** The rows of a list that are chosen for a common action. */
export function useChoice<Row extends Choosable>(rows: readonly Row[]): RowChoice<Row> {
  const [held, setHeld] = useState<ReadonlyMap<string, Row>>();
  const [last, setLast] = useState<string>();
  const set = (changed: readonly Row[], on: boolean) =>
    setHeld((before) => {
      const next = new Map(before);
      for (const row of changed)
        if (on) next.set(row.id, next.get(row.id) ?? row);
        else next.delete(row.id);
      return next;
    });
  const seen = [...(held?.values() ?? [])];
  return {
    isOn: held !== undefined,
    seen,
    chosen: seen.map((one) => rows.find(({ id }) => id === one.id) ?? one),
    has: (id) => held?.has(id) === true,
    toggle: (id, reaches = false) => {
      const [from, to] = [reaches ? last : id, id].map((one) => rows.findIndex((row) => row.id === one)).toSorted((a, b) => a - b);
      const changed = present(from) < 0 ? rows.filter((row) => row.id === id) : rows.slice(from, present(to) + 1);
      set(changed, held?.has(id) !== true);
      setLast(id);
    },
    add: (more) => {
      set(more, true);
      setLast(more.at(-1)?.id);
    },
    start: () => setHeld(new Map()),
    stop: () => setHeld(undefined),
    // May be called after choosing was stopped; then it does nothing.
    drop: (gone) => setHeld((now) => now && new Map([...now].filter(([id]) => !gone.includes(id)))),
    clear: () => setHeld(new Map()),
  };
}
