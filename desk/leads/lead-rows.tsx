import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readLeadCall } from '../../contract/desk/lead-calls.ts';
import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { prefetch } from '../calls/queries.ts';
import { useCommands } from '../keyboard/commands.ts';
import { Moment } from '../parts/moment.tsx';
import { LeadMarks } from '../work/lead-marks.tsx';
import { rememberOrder, takeOpened } from '../work/open-order.ts';
import { useColleagues } from '../work/use-names.ts';
import { useVisibleRows } from '../work/visible-rows.ts';
import styles from './lead-rows.module.css';

/** In pixels, as the style sheet has it. */
const ROW = 76;

/** From the last row on, so many rows earlier more are asked for. */
const EARLY = 20;

type RowsProps = { leads: readonly DeskLead[]; isOld: boolean; onEnd: () => void };

/** One row a lead; those out of sight are left out. j and k go from one to the next, Enter opens. */
export function LeadRows({ leads, isOld, onEnd }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useVisibleRows(list, leads.length, ROW);
  const [at, setAt] = useState<number>();
  const { nameOf } = useColleagues();
  useEffect(() => {
    if (to >= leads.length - EARLY) onEnd();
  }, [to, leads.length, onEnd]);
  useEffect(() => rememberOrder(leads.map(({ id }) => id)), [leads]);
  // Whoever comes back from a lead goes on at its row.
  useEffect(() => {
    const opened = takeOpened();
    const index = leads.findIndex(({ id }) => id === opened);
    if (index >= 0) setAt(index);
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the rows that are there
  }, []);
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${at}"]`);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const step = (by: number) => {
    const focused = Number((document.activeElement as HTMLElement | null)?.dataset['row'] ?? NaN);
    const now = Number.isNaN(focused) ? (at ?? -1) : focused;
    const next = Math.min(Math.max(0, Number.isNaN(focused) && at === undefined ? from : now + by), leads.length - 1);
    if (next === at) list.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus();
    setAt(next);
  };
  useCommands([
    { id: 'next row', title: 'Next lead', group: 'Leads', keys: 'j', keysOnly: true, run: () => step(1) },
    { id: 'previous row', title: 'Previous lead', group: 'Leads', keys: 'k', keysOnly: true, run: () => step(-1) },
  ]);
  return (
    <ul ref={list} className={styles.list} aria-label="Leads" aria-busy={isOld || undefined} style={{ height: leads.length * ROW }}>
      {leads.slice(from, to).map((lead, index) => (
        <li
          key={lead.id}
          className={styles.row}
          style={{ transform: `translateY(${(from + index) * ROW}px)` }}
          aria-setsize={leads.length}
          aria-posinset={from + index + 1}
        >
          <a
            href={`/leads/${lead.id}`}
            data-row={from + index}
            className={styles.link}
            onFocus={() => setAt(from + index)}
            // A press is a look, which goes on record; a pointer that passes is none.
            onPointerDown={() => prefetch(readLeadCall, { id: lead.id })}
          >
            <span className={styles.who}>
              <span className={styles.name}>{lead.name || lead.email}</span>
              <span className={styles.company}>{lead.company || lead.email}</span>
            </span>
            <span className={styles.what}>{lead.request}</span>
            <span className={styles.marks}>
              <LeadMarks lead={lead} />
            </span>
            <span className={styles.owner}>{lead.owner === null ? '' : nameOf(lead.owner)}</span>
            <span className={styles.when}>
              <Moment at={lead.createdAt} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
