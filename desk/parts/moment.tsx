import { momentWords } from './moment-words.ts';
import { useNow } from './use-now.ts';

/** A time in short words, in full as a tooltip. @param at milliseconds since the epoch */
export function Moment({ at }: { at: number }) {
  const { short, full } = momentWords(at, useNow());
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {short}
    </time>
  );
}
