import type { DeskLeadEvent } from '../../contract/desk/lead-facts.ts';

const KINDS = ['meeting booked', 'meeting moved', 'meeting cancelled'];

/** `at`: milliseconds since the epoch. `zone`: in which the visitor chose it, where that is known. */
export type MeetingAhead = { at: number; zone: string | undefined; isOurs: boolean };

/** The meeting that is to come, by a lead's history; undefined where there is none. `isOurs`: it was booked on the site. */
export function meetingAhead(timeline: readonly DeskLeadEvent[], now: number): MeetingAhead | undefined {
  const last = timeline
    .filter(({ kind }) => KINDS.includes(kind))
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
  if (last === undefined || last.kind === 'meeting cancelled') return undefined;
  const { startsAt, booking, zone } = last.detail;
  const at = Date.parse(String(startsAt));
  return at > now ? { at, zone: typeof zone === 'string' ? zone : undefined, isOurs: String(booking).endsWith('@booking') } : undefined;
}
