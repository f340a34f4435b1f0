import type { Answers } from './form.ts';

/** Share of MIN_FILL_MS per answer. It is small because a password manager fills three fields at once, and the button is pressed within a second. */
const SHARE = 0.15;

/**
 * The least time in which a person sends these answers, in milliseconds.
 * @param max the setting MIN_FILL_MS
 */
export function leastFillMs(answers: Answers, max: number): number {
  return Math.min(max, Math.round(Object.keys(answers).length * SHARE * max));
}
