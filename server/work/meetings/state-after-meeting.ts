import type { LeadState } from '../../../contract/desk/lead-states.ts';
import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import type { MeetingEvent } from '../../leads/meeting-events.ts';

type Change = { leadId: string; what: MeetingEvent; booking: string };

/**
 * The state that a lead comes into by a change of a meeting: a meeting that stands makes one that was new or contacted a `meeting`, and when the last
 * that stood is cancelled it is again what it was, unless somebody has put it into a state since.
 * @param state that it has
 * @returns undefined where it stays what it is
 */
export async function stateAfterMeeting(tx: Tx, { leadId, what, booking }: Change, state: LeadState): Promise<LeadState | undefined> {
  if (what !== 'cancelled') return BEFORE.includes(state) ? 'meeting' : undefined;
  if (state !== 'meeting') return undefined;
  const rows = await tx
    .selectFrom('lead_events')
    .select(['kind', 'detail'])
    .where('lead_id', '=', leadId)
    .where('kind', 'in', CHANGING)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return stateBefore(
    rows.map(({ kind, detail }) => ({ kind, ...(jsonObject(detail) as Omit<Entry, 'kind'>) })),
    booking,
  );
}

/** States that a meeting goes beyond. */
const BEFORE: readonly LeadState[] = ['new', 'contacted'];

const MEETINGS: readonly string[] = Object.values(meetingEvents);
const CHANGING = ['state changed', 'answered', ...MEETINGS];

type Entry = { kind: string; booking?: string; from?: LeadState; to?: LeadState };

function stateBefore(history: readonly Entry[], cancelled: string): LeadState | undefined {
  const since = history.slice(
    Math.max(
      0,
      history.findLastIndex(({ to }) => to !== undefined),
    ),
  );
  const [first] = since;
  if (first?.from === undefined || !MEETINGS.includes(first.kind)) return undefined;
  const standing = standingAfter(since);
  standing.delete(cancelled);
  if (standing.size > 0) return undefined;
  // Who was answered meanwhile is new no longer.
  return first.from === 'new' && since.some(({ kind }) => kind === 'answered') ? 'contacted' : first.from;
}

/** The meetings that were not cancelled, whether they are to come or took place. */
function standingAfter(history: readonly Entry[]): Set<string> {
  const standing = new Set<string>();
  for (const { kind, booking = '' } of history) {
    if (!MEETINGS.includes(kind)) continue;
    // A calendar may give a meeting another name as it moves it.
    if (kind === meetingEvents.moved && !standing.has(booking)) standing.delete([...standing].at(-1) ?? '');
    if (kind === meetingEvents.cancelled) standing.delete(booking);
    else standing.add(booking);
  }
  return standing;
}
