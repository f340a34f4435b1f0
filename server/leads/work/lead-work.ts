import type { EventKind } from '../../../contract/desk/event-names.ts';
import type { LeadWork } from '../../../contract/desk/lead-facts.ts';
import type { LeadState } from '../../../contract/desk/lead-states.ts';
import type { Store, Tx } from '../../store/store.ts';
import { addEvent } from '../lead-repository.ts';
import {
  changeStored,
  readStored,
  type AnyWorkChange,
  type Changed,
  type StoredOutcome,
  type StoredWork,
  type WorkChange,
} from './change-stored.ts';

export type WorkOutcome = StoredOutcome<LeadWork>;

/** Puts a lead into a state. `reason` is needed where it is lost, and has no place elsewhere. */
export async function changeLeadState(
  tx: Tx,
  dialect: Store['dialect'],
  change: WorkChange & { state: LeadState; reason?: string | undefined },
): Promise<WorkOutcome> {
  const { state, reason } = change;
  const lostReason = state === 'lost' ? (reason ?? null) : null;
  const { event: _, ...outcome } = await changeWork(tx, dialect, { ...change, kind: 'state changed' }, (before) => ({
    after: { ...before, state, lostReason },
    detail: { from: before.state, to: state, ...(lostReason !== null && { reason: lostReason }) },
  }));
  return outcome;
}

/** Gives a lead to somebody, or to nobody. */
export async function assignLead(tx: Tx, dialect: Store['dialect'], change: WorkChange & { owner: string | null }): Promise<Worked> {
  const { owner } = change;
  return changeWork(tx, dialect, { ...change, kind: 'assigned' }, (before) => ({
    after: { ...before, owner },
    detail: { from: before.owner, to: owner },
  }));
}

/**
 * Adds a note to the timeline. Notes are only ever added, so that two at once are two.
 * @returns the id of its entry; undefined where there is no such lead
 */
export async function addNote(
  tx: Tx,
  { id, text, mentions, actor, at }: { id: string; text: string; mentions: readonly string[]; actor: string; at: number },
): Promise<string | undefined> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return undefined;
  return addEvent(tx, id, { at, kind: 'note', detail: { text, mentions }, actor });
}

export async function readWork(db: Tx, id: string): Promise<LeadWork> {
  return workOf(await readStored(db, id));
}

export function workOf(row: Omit<StoredWork, 'stage'> | undefined): LeadWork {
  if (row === undefined) return { state: 'new', lostReason: null, owner: null, version: 0 };
  return { state: row.state, lostReason: row.lost_reason, owner: row.owner, version: row.version };
}

/** With the id of the entry that the history has of what was done. */
type Worked = Changed<LeadWork>;

export async function changeWork(
  tx: Tx,
  dialect: Store['dialect'],
  changing: AnyWorkChange & { kind: EventKind },
  change: (before: LeadWork) => { after: LeadWork; detail: object },
): Promise<Worked> {
  return changeStored(tx, dialect, { ...changing, shown: workOf }, (before) => {
    const { after, detail } = change(workOf(before));
    const { state, lostReason, owner } = after;
    return { after: { ...before, state, lost_reason: lostReason, owner }, detail };
  });
}
