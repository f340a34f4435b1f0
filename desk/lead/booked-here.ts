import type { DeskLeadEvent } from '../../contract/desk/lead-facts.ts';

const KINDS = ['meeting booked', 'meeting moved', 'meeting cancelled'];

/** When the meeting begins that was booked on the site, and is to come; undefined where there is none. Milliseconds since the epoch. */
export function bookedHere(timeline: readonly DeskLeadEvent[], now: number): number | undefined {
  // Those of another calendar are cancelled there.
  const ours = timeline.filter(({ kind, detail }) => KINDS.includes(kind) && String(detail['booking']).endsWith('@booking'));
  const last = ours.toSorted((one, other) => one.at - other.at).at(-1);
  if (last === undefined || last.kind === 'meeting cancelled') return undefined;
  const at = Date.parse(String(last.detail['startsAt']));
  return at > now ? at : undefined;
}
