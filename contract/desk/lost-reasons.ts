import { limits } from '../limits.ts';

/** Why leads are lost, to choose from. */
export const lostReasons = ['No answer', 'No budget', 'Another provider', 'Not the right fit', 'Not now'] as const;

/** None of these: it takes words of one's own. */
export const OTHER_REASON = 'Other';

const LONGEST = Math.max(...lostReasons.map(({ length }) => length));

/** Characters of the words beside a reason: both together are one line. */
export const REASON_WORDS = limits.line - LONGEST - ': '.length;

/** As it is stored: `No budget`, `No budget: until April`, or one's own words alone. Empty where something is missing. */
export function lostReasonOf(chosen: string, words: string): string {
  const own = words.trim();
  if (chosen === OTHER_REASON) return own;
  return own === '' || chosen === '' ? chosen : `${chosen}: ${own}`;
}
