import type { EventKind } from './event-names.ts';

/** Kinds of history entries about meetings. */
export const meetingEvents = {
  booked: 'meeting booked',
  moved: 'meeting moved',
  cancelled: 'meeting cancelled',
} as const satisfies Record<string, EventKind>;

type Entry = { at: number; kind: string; detail: Readonly<Record<string, unknown>> };

/** `at`: milliseconds since the epoch. `zone`: time zone in which the visitor chose it, if known. `isOurs`: booked on the site. */
export type StandingMeeting = { at: number; zone: string | undefined; isOurs: boolean };

/** The last booked meeting of a history, past or future; undefined if there is none or it was cancelled. */
export function standingMeeting(history: readonly Entry[]): StandingMeeting | undefined {
  const last = lastChange(history);
  if (last === undefined || last.kind === meetingEvents.cancelled) return undefined;
  const { startsAt, booking, zone } = last.detail;
  const at = Date.parse(String(startsAt));
  if (Number.isNaN(at)) return undefined;
  return { at, zone: typeof zone === 'string' ? zone : undefined, isOurs: String(booking).endsWith('@booking') };
}

/** The upcoming meeting of a history; undefined if there is none. @param now milliseconds since the epoch */
export function meetingAhead(history: readonly Entry[], now: number): StandingMeeting | undefined {
  const meeting = standingMeeting(history);
  return meeting !== undefined && meeting.at > now ? meeting : undefined;
}

/** Whether the last meeting of a history was cancelled and no other booked since. */
export function wasCancelled(history: readonly Entry[]): boolean {
  return lastChange(history)?.kind === meetingEvents.cancelled;
}

/** Milliseconds of a meeting. */
export const MEETING_MS = 30 * 60_000;

/** Whether a meeting of a history was held: the last mark of staff (`held` of staff-fields.ts) for the last meeting, or for one before it. */
export function wasEverHeld(history: readonly Pick<Entry, 'kind' | 'detail'>[]): boolean {
  let [ever, last] = [false, false];
  for (const { kind, detail } of history) {
    if (kind === MEETING_MARKED) last = detail['to'] === 'held';
    if (kind !== meetingEvents.booked && kind !== meetingEvents.moved) continue;
    ever ||= last;
    last = false;
  }
  return ever || last;
}

export const MEETING_MARKED = 'meeting marked' satisfies EventKind;

function lastChange(history: readonly Entry[]): Entry | undefined {
  return history
    .filter(({ kind }) => KINDS.includes(kind))
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
}

const KINDS: readonly string[] = Object.values(meetingEvents);
