import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { elementAt } from '../../../contract/checked.ts';
import { passageWords, type Passage } from '../../../contract/desk/passage.ts';
import { rememberList } from '../../router/list-address.ts';
import { prefetch } from '../../data/queries.ts';
import { useCommands, type DeskCommand } from '../../keyboard/commands.ts';
import { Moment } from '../../parts/moment.tsx';
import { rememberOrder, takeOpened } from './list-walk.ts';
import type { RowChoice } from './row-choice.ts';
import { useVisibleRows } from './visible-rows.ts';
import type { Section } from './sections.ts';
import styles from './row-list.module.css';

/** Height of a row in pixels; the same as in the style sheet. */
const ROW = 76;

/** Loads more when this many rows are left below. */
const EARLY = 20;

export type RowCells = {
  name: string;
  /** Below the name. */
  below: string;
  /** Whether a phone shows what is below the name. */
  isBelowKept?: boolean;
  what: ReactNode;
  marks: ReactNode;
  owner: string;
  /** Milliseconds since the epoch. */
  at: number;
};

export type ListedRow = RowChoice['seen'][number] & { found?: Passage | undefined };

type RowsProps<Row extends ListedRow> = {
  of: Pick<Section, 'section' | 'titles' | 'path' | 'read'>;
  rows: readonly Row[];
  isOld: boolean;
  onEnd: () => void;
  cells: (row: Row) => RowCells;
  choice: RowChoice<Row>;
  /** Whether rows are chosen, to be changed together. */
  mayWork: boolean;
  /** Actions beside a row's link, unless rows are chosen. */
  renderAside?: (row: Row) => ReactNode;
};

/** The rows of a list; only those near the visible area are rendered. j and k move between rows, Enter opens one, x and Shift with an arrow choose. */
export function WorkRows<Row extends ListedRow>({ of, rows, isOld, onEnd, cells, choice, mayWork, renderAside }: RowsProps<Row>) {
  const name = of.titles;
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useVisibleRows(list, rows.length, ROW);
  const [at, setAt] = useState<number>();
  useEffect(() => {
    if (to >= rows.length - EARLY) onEnd();
  }, [to, rows.length, onEnd]);
  useEffect(() => rememberOrder(rows.map(({ id }) => id)), [rows]);
  useEffect(() => {
    // The address changes before this view is removed.
    if (location.pathname === of.path) rememberList(of.path, location.search);
  });
  // After returning from a page, the focus goes to its row.
  useEffect(() => {
    const opened = takeOpened();
    const index = rows.findIndex(({ id }) => id === opened);
    if (index >= 0) setAt(index);
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the rows that are there
  }, []);
  const focusRow = (index: number | undefined) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => focusRow(at), [at]);
  const focused = useLostFocus(rows, (index) => (index === at ? focusRow(index) : setAt(index)));
  useRowKeys(name, { rows, at, from, choice, mayWork, focusRow, setAt });
  return (
    <ul
      ref={list}
      className={`border-top ${styles.list}`}
      data-section={of.section}
      aria-label={name}
      aria-busy={isOld || undefined}
      style={{ height: rows.length * ROW }}
    >
      {shownRows({ from, to, at, count: rows.length }).map((index) => {
        const row = elementAt(rows, index);
        return (
          <li
            key={row.id}
            className={styles.row}
            style={{ transform: `translateY(${index * ROW}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <a
              href={`${of.path}/${row.id}`}
              data-row={index}
              className={`stack middle border-bottom ${styles.link}`}
              onFocus={() => {
                focused.current = { id: row.id, index };
                setAt(index);
              }}
              onBlur={() => (focused.current = undefined)}
              // On a press, not on hover, because reading a lead is recorded.
              onPointerDown={() => prefetch(of.read, { id: row.id })}
            >
              <Cells {...cells(row)} found={row.found} />
            </a>
            {choice.isOn ? <ChooseBox choice={choice} row={row} /> : renderAside?.(row)}
          </li>
        );
      })}
    </ul>
  );
}

type Keyed<Row extends ListedRow> = Pick<RowsProps<Row>, 'rows' | 'choice' | 'mayWork'> & {
  at: number | undefined;
  from: number;
  focusRow: (index: number) => void;
  setAt: (index: number) => void;
};

/** The keys that move between rows and choose them. */
function useRowKeys<Row extends ListedRow>(name: string, { rows, at, from, choice, mayWork, focusRow, setAt }: Keyed<Row>): void {
  const step = (by: number) => {
    const focus = Number((document.activeElement as HTMLElement | null)?.dataset['row'] ?? NaN);
    const now = Number.isNaN(focus) ? (at ?? -1) : focus;
    const next = Math.min(Math.max(0, Number.isNaN(focus) && at === undefined ? from : now + by), rows.length - 1);
    if (next === at) focusRow(next);
    setAt(next);
  };
  const reach = (by: number) => {
    const row = rows[at ?? from];
    const next = rows[(at ?? from) + by];
    choice.add([row, next].filter((one) => one !== undefined));
    step(by);
  };
  const choosing: DeskCommand[] = [
    {
      id: 'choose row',
      title: 'Choose the row',
      group: name,
      keys: 'x',
      keysOnly: true,
      run: () => rows[at ?? -1] && choice.toggle(elementAt(rows, at ?? 0).id),
    },
    { id: 'choose down', title: 'Choose this row and the next', group: name, keys: 'Shift+ArrowDown', keysOnly: true, run: () => reach(1) },
    {
      id: 'choose up',
      title: 'Choose this row and the one above',
      group: name,
      keys: 'Shift+ArrowUp',
      keysOnly: true,
      run: () => reach(-1),
    },
  ];
  useCommands([
    ...(mayWork ? choosing : []),
    { id: 'next row', title: 'Next row', group: name, keys: 'j', keysOnly: true, run: () => step(1) },
    { id: 'previous row', title: 'Previous row', group: name, keys: 'k', keysOnly: true, run: () => step(-1) },
    { id: 'open row', title: 'Open the row', group: name, keys: 'Enter', keysOnly: true, helpOnly: true, run: () => {} },
    {
      id: 'leave row',
      title: 'Back from an open one to the list',
      group: name,
      keys: 'Escape',
      keysOnly: true,
      helpOnly: true,
      run: () => {},
    },
  ]);
}

function ChooseBox({ choice, row: { id, name, email } }: { choice: Pick<RowChoice, 'has' | 'toggle'>; row: ListedRow }) {
  return (
    <label className={`stack ${styles.choose}`}>
      <input
        type="checkbox"
        aria-label={`Choose ${name || email}`}
        checked={choice.has(id)}
        onChange={({ nativeEvent }) => choice.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

function Cells({ name, below, isBelowKept = false, what, marks, owner, at, found }: RowCells & Pick<ListedRow, 'found'>) {
  return (
    <>
      <span className={`stack min-w-0 ${styles.who}`}>
        <span className="strong">{name}</span>
        <span className={`faint ${styles.company} ${isBelowKept ? styles.named : ''}`}>{below}</span>
      </span>
      <span className={`quiet ${styles.what}`} title={found === undefined && typeof what === 'string' ? what : undefined}>
        {found === undefined ? what : <FoundPassage {...found} />}
      </span>
      <span className={styles.marks}>{marks}</span>
      <span className={`faint ${styles.owner}`}>{owner}</span>
      <span className={`faint ${styles.when}`}>
        <Moment at={at} />
      </span>
    </>
  );
}

/** Why a search shows the row. */
function FoundPassage({ of, parts }: Passage) {
  return (
    <span className={styles.found} title={parts.map(({ text }) => text).join('')}>
      <span className="faint">{passageWords[of]}: </span>
      {parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}
    </span>
  );
}

/** Indexes of the rows to render: those in sight, and the focused one, which would lose the focus if it were removed. */
export function shownRows({ from, to, at, count }: { from: number; to: number; at: number | undefined; count: number }): number[] {
  const inSight = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => from + index);
  if (at === undefined || at >= count || (at >= from && at < to)) return inSight;
  return at < from ? [at, ...inSight] : [...inSight, at];
}

/** When the list is replaced, moves the focus to the same lead, or to the row now at its position. */
function useLostFocus(rows: readonly { id: string }[], focus: (index: number) => void) {
  const focused = useRef<{ id: string; index: number }>(undefined);
  useLayoutEffect(() => {
    const last = focused.current;
    if (last === undefined || document.activeElement !== document.body) return;
    if (rows.length === 0) return document.querySelector<HTMLElement>('main')?.focus();
    const index = rows.findIndex(({ id }) => id === last.id);
    focus(index >= 0 ? index : Math.min(last.index, rows.length - 1));
    // oxlint-disable-next-line react/exhaustive-deps -- when the rows are others
  }, [rows]);
  return focused;
}
