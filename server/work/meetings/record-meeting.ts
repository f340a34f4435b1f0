import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';
import type { Store, Tx } from '../../store/store.ts';
import { addEvent } from '../../leads/lead-repository.ts';
import { changeWork } from '../change-work.ts';
import { readWork } from '../lead-work.ts';
import { meetingDetail, type MeetingEvent, type MeetingFacts } from '../../leads/meeting-events.ts';
import { stateAfterMeeting } from './state-after-meeting.ts';

/** What became of a meeting with the sender of a lead, whichever calendar it stands in. Times are milliseconds since the epoch. */
export type MeetingChange = MeetingFacts & {
  leadId: string;
  what: MeetingEvent;
  at: number;
  /** The account of the staff member who did it. */
  actor?: string | undefined;
};

/** Changes by staff at the same moment that it gives way to; then the meeting is written down without a change of the state. */
const TRIES = 3;

/**
 * Writes a meeting into the history of a lead, with the state that follows from it; the desk and other systems are told of both. The same change
 * again is written again: whoever may be told twice has to know it.
 * @returns false where there is no such lead
 */
export async function recordMeeting(tx: Tx, dialect: Store['dialect'], change: MeetingChange): Promise<boolean> {
  const { leadId: id, what, at, actor } = change;
  const kind = meetingEvents[what];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { version, state } = await readWork(tx, id);
    const to = await stateAfterMeeting(tx, change, state);
    if (to === undefined) break;
    const { outcome } = await changeWork(tx, dialect, { id, version, at, section: 'lead', kind, actor }, (before) => ({
      after: { state: to },
      detail: { ...meetingDetail(change), from: before.state, to },
    }));
    if (outcome !== 'changed since') return outcome === 'done';
  }
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return false;
  await addEvent(tx, id, { at, kind, detail: meetingDetail(change), actor });
  return true;
}
