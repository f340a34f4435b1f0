import type { LeadState } from '../../../contract/desk/lead-states.ts';
import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import type { MeetingEvent } from '../../leads/meeting-events.ts';

type Change = { leadId: string; what: MeetingEvent; booking: string };

/**
 * The state of a lead after a change of a meeting: a meeting that is booked or moved turns new or contacted into `meeting`. When the last meeting is
 * cancelled, the lead gets its former state back, unless somebody has set a state since.
 * @param state the lead's present state
 * @returns undefined when the state does not change
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

/** States that a meeting turns into `meeting`. */
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
  // A lead that was answered meanwhile does not become new again.
  return first.from === 'new' && since.some(({ kind }) => kind === 'answered') ? 'contacted' : first.from;
}

/** Booking ids of the meetings that were not cancelled, past or future. */
function standingAfter(history: readonly Entry[]): Set<string> {
  const standing = new Set<string>();
  for (const { kind, booking = '' } of history) {
    if (!MEETINGS.includes(kind)) continue;
    // A calendar may give a meeting a new id when it moves it: then it replaces the latest one.
    if (kind === meetingEvents.moved && !standing.has(booking)) standing.delete([...standing].at(-1) ?? '');
    if (kind === meetingEvents.cancelled) standing.delete(booking);
    else standing.add(booking);
  }
  return standing;
}
