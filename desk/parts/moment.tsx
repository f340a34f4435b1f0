import { momentWords } from './moment-words.ts';
import { useNow } from './use-now.ts';

/** A time as people say it; in full where the pointer rests on it. `at`: milliseconds since the epoch. */
export function Moment({ at }: { at: number }) {
  const { short, full } = momentWords(at, useNow());
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {short}
    </time>
  );
}
