import type { LeadState } from '../../../contract/desk/lead-states.ts';
import type { Store, Tx } from '../../store/store.ts';
import { addEvent } from '../lead-repository.ts';
import { changeWork, readWork } from '../work/lead-work.ts';
import { meetingEvents, type MeetingEvent } from './meeting-events.ts';

/** What became of a meeting with the sender of a lead, whichever calendar it stands in. Times are milliseconds since the epoch. */
export type MeetingChange = {
  leadId: string;
  what: MeetingEvent;
  /** When it begins, or would have begun. */
  startsAt: number;
  /** By which the next change of the same meeting finds its lead. No personal data, and nothing that opens the booking. */
  booking: string;
  at: number;
  /** The account of the staff member who did it. */
  actor?: string | undefined;
};

/** States that a meeting goes beyond. */
const BEFORE: readonly LeadState[] = ['new', 'contacted'];

/** Changes by staff at the same moment that it gives way to; then the meeting is written down without a change of the state. */
const TRIES = 3;

/**
 * Writes a meeting into the history of a lead, which the desk and other systems are told of; one that stands makes a lead that was new or contacted
 * one with a meeting. The same change again is written again: whoever may be told twice has to know it.
 * @returns false where there is no such lead
 */
export async function recordMeeting(tx: Tx, dialect: Store['dialect'], change: MeetingChange): Promise<boolean> {
  const { leadId: id, what, at, actor } = change;
  if (what !== 'cancelled' && (await recordWithState(tx, dialect, change))) return true;
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return false;
  await addEvent(tx, id, { at, kind: meetingEvents[what], detail: detailOf(change), actor });
  return true;
}

/** @returns false where the state stays, and nothing was written */
async function recordWithState(tx: Tx, dialect: Store['dialect'], change: MeetingChange): Promise<boolean> {
  const { leadId: id, what, at, actor } = change;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { version, state } = await readWork(tx, id);
    if (!BEFORE.includes(state)) return false;
    const { outcome } = await changeWork(tx, dialect, { id, version, at, kind: meetingEvents[what], actor }, (before) => ({
      after: { ...before, state: 'meeting' },
      detail: { ...detailOf(change), from: before.state, to: 'meeting' },
    }));
    if (outcome !== 'changed since') return outcome === 'done';
  }
  return false;
}

function detailOf({ startsAt, booking }: MeetingChange): object {
  return { startsAt: new Date(startsAt).toISOString(), booking };
}
