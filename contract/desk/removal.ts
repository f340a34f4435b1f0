import * as v from 'valibot';

/** When retention removes a request, in milliseconds since the epoch, and by which period. */
export const removalSchema = v.object({
  /** Null: it is not removed automatically. */
  at: v.nullable(v.number()),
  /** The setting of its period; empty: none. */
  rule: v.string(),
  /** The period in words, such as 'applications and CVs are kept until 180 days after our decision on them'. */
  why: v.string(),
  /** How many days before its removal staff are told of a request that is still worked on; 0: they are not told. */
  announced: v.number(),
  /** Why the request is kept for longer than its period: the sender's consent, or a meeting. */
  stays: v.nullable(v.picklist(['agreed', 'meeting'])),
});

export type Removal = v.InferOutput<typeof removalSchema>;

/** @param day writes a time as a day */
export function removalWords({ at, why, announced, stays }: Removal, day: (at: number) => string): string {
  if (at === null) return 'It is not removed by itself.';
  if (stays === 'agreed') return `It is removed on ${day(at)}: until then its sender lets us keep it.`;
  if (stays === 'meeting') return `It is removed on ${day(at)}, the day after its meeting.`;
  if (announced === 0) return `It is removed on ${day(at)}: ${why}.`;
  return `It stays while it is worked on. If nothing more happens, it is removed on ${day(at)}: ${why}. For me tells it ${announced} days before; a note keeps it.`;
}
