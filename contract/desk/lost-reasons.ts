import { limits } from '../limits.ts';

/** Reasons for a lost lead to choose from. */
export const lostReasons = ['No answer', 'No budget', 'Another provider', 'Not the right fit', 'Not now'] as const;

/** None of the listed reasons: staff have to write one. */
export const OTHER_REASON = 'Other';

const LONGEST = Math.max(...lostReasons.map(({ length }) => length));

/** Maximum characters of the text beside a reason: both are stored together as one line. */
export const REASON_WORDS = limits.line - LONGEST - ': '.length;

/** The reason as it is stored: `No budget`, `No budget: until April`, or the text alone. Empty if something is missing. */
export function lostReasonOf(chosen: string, words: string): string {
  const typed = words.trim();
  if (chosen === OTHER_REASON) return typed;
  return typed === '' || chosen === '' ? chosen : `${chosen}: ${typed}`;
}
