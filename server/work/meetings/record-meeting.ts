import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';
import type { Store, Tx } from '../../store/store.ts';
import { addEvent } from '../../leads/lead-repository.ts';
import { changeWork } from '../change-work.ts';
import { readWork } from '../lead-work.ts';
import { meetingDetail, type MeetingEvent, type MeetingFacts } from '../../leads/meeting-events.ts';
import { stateAfterMeeting } from './state-after-meeting.ts';

/** A change of a meeting with a lead's sender, in any calendar. Times are milliseconds since the epoch. */
export type MeetingChange = MeetingFacts & {
  leadId: string;
  what: MeetingEvent;
  at: number;
  /** Id of the staff account that made the change. */
  actor?: string | undefined;
};

/** Attempts when staff change the lead at the same moment; after these, the meeting is recorded without a change of the state. */
const TRIES = 3;

/**
 * Records a change of a meeting in a lead's history, with the state that follows from it; the desk and other systems are notified of both. Repeating a change
 * records it again: callers that may receive it twice have to notice.
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
