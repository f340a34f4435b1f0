import { sectionOf } from '../../leads/lead-columns.ts';
import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';
import type { Store, Tx } from '../../store/store.ts';
import { addEvent, leadKinds } from '../../leads/lead-repository.ts';
import { changeWork, readWork } from '../lead-work.ts';
import { meetingDetail, type MeetingEvent, type MeetingFacts } from '../../leads/meeting-events.ts';
import { elementAt } from '../../../contract/checked.ts';
import { openStates, type LeadState } from '../../../contract/desk/lead-states.ts';
import { addressKey } from '../../kernel/address.ts';
import { jsonObject } from '../../store/json-column.ts';

/** A change of a meeting with a lead's sender, in any calendar. Times are milliseconds since the epoch. */
type MeetingChange = MeetingFacts & {
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
    const { version, state, held, owner } = await readWork(tx, id);
    const to = await stateAfterMeeting(tx, change, state);
    // Clears the mark whether a meeting was held: the mark of the meeting before stays in the history.
    const isMarkedAnew = what !== 'cancelled' && held !== null;
    // A lead without an owner is assigned to the account that books for it, as to one that answers.
    const taken = what === 'booked' && owner === null && actor !== undefined;
    if (to === undefined && !isMarkedAnew && !taken) break;
    const { outcome } = await changeWork(tx, dialect, { id, version, at, section: 'lead', kind, actor }, (before) => ({
      after: { ...(to !== undefined && { state: to }), ...(isMarkedAnew && { held: null }), ...(taken && { owner: actor }) },
      detail: { ...meetingDetail(change), ...(to !== undefined && { from: before.state, to }) },
    }));
    if (outcome !== 'changed since') return outcome === 'done';
  }
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return false;
  await addEvent(tx, id, { at, kind, detail: meetingDetail(change), actor });
  return true;
}

/** Leads of one mailbox that are examined, the latest first. */
const MAX_ENTRIES = 50;

/**
 * Finds the lead of a mailbox that a meeting is about: the one that has one of these bookings, the latest with an open state, or else the latest.
 * @returns its id; undefined where the mailbox sent no lead
 */
export async function findMeetingLead(tx: Tx, address: string, bookings: readonly string[]): Promise<string | undefined> {
  const leads = await tx
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['leads.id', 'leads.suspected_spam', 'lead_work.state'])
    .where('leads.email_key', '=', addressKey(address))
    .where(
      'leads.kind',
      'in',
      leadKinds.filter((kind) => sectionOf(kind) === 'lead'),
    )
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  if (leads.length === 0) return undefined;
  const entries = await tx
    .selectFrom('lead_events')
    .select(['lead_id', 'detail'])
    .where(
      'lead_id',
      'in',
      leads.map(({ id }) => id),
    )
    .where('kind', 'in', Object.values(meetingEvents))
    .execute();
  const known = entries.find(({ detail }) => bookings.some((booking) => booking === jsonObject(detail)['booking']));
  const worked = leads.find(({ suspected_spam: spam, state }) => spam === 0 && openStates.includes(state ?? 'new'));
  return known?.lead_id ?? (worked ?? elementAt(leads, 0)).id;
}

type Change = { leadId: string; what: MeetingEvent; booking: string };

/**
 * The state of a lead after a change of a meeting: a meeting that is booked or moved turns new or contacted into `meeting`. When the last meeting is
 * cancelled, the lead gets its former state back, unless somebody has set a state since.
 * @param state the lead's present state
 * @returns undefined when the state does not change
 */
async function stateAfterMeeting(tx: Tx, { leadId, what, booking }: Change, state: LeadState): Promise<LeadState | undefined> {
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
