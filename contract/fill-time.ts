import type { Answers } from './forms/form.ts';

/** Of MIN_FILL_MS, for each answer: a password manager fills three fields in a moment, and its owner presses the button within a second. */
const SHARE = 0.15;

/**
 * The least time in which a person sends these answers, in milliseconds.
 * @param most MIN_FILL_MS
 */
export function leastFillMs(answers: Answers, most: number): number {
  return Math.min(most, Math.round(Object.keys(answers).length * SHARE * most));
}
