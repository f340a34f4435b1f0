import * as v from 'valibot';
import { ANNOUNCED_DAYS, durationWords, retention, retentionSettings, retentionWords } from '../retention-periods.ts';

/** When a request is removed by retention, in milliseconds since the epoch, and which period that follows. */
export const removalSchema = v.object({
  /** Null: never by itself. */
  at: v.nullable(v.number()),
  rule: v.nullable(v.picklist(retentionSettings)),
  days: v.number(),
  /** What keeps it for longer than its period: the sender's consent, or a meeting. */
  stays: v.nullable(v.picklist(['agreed', 'meeting'])),
});

export type Removal = v.InferOutput<typeof removalSchema>;

/** For example 'It is removed on 1 May 2027, 180 days after our decision on them.' @param day writes a time as a day */
export function removalWords({ at, rule, days, stays }: Removal, day: (at: number) => string): string {
  if (at === null || rule === null) return 'It is not removed by itself.';
  if (stays === 'agreed') return `It is removed on ${day(at)}: until then its sender lets us keep it.`;
  if (stays === 'meeting') return `It is removed on ${day(at)}, the day after its meeting.`;
  const period = retentionWords(rule, days);
  const isOpen = 'always' in retention[rule];
  if (!isOpen) return `It is removed on ${day(at)}: ${period}.`;
  return (
    `It stays while it is worked on. If nothing more happens, it is removed on ${day(at)}: ${period}. ` +
    `That is said here and under For me ${durationWords(ANNOUNCED_DAYS)} before; a note keeps it.`
  );
}
