/**
 * Which share of its combinations a run looks at: a number, which `npm test` draws and prints, or `all`: a night's run, and one of a few files.
 * docs/decisions/test-provisioning.md says what may be left to the night.
 */
const rotation = process.env['ROTATION'] ?? 'all';
if (!/^(?:\d+|all)$/.test(rotation)) throw new Error(`ROTATION is a number or all, not ${rotation}`);

/** Whether this run looks at everything. */
export const looksAtAll = rotation === 'all';

/**
 * Takes the share of some values that this run looks at; all runs together take all.
 * @param place of what is looked at; neighbours get different values, so that every run has every value somewhere
 * @returns every `share`th value; one value by default
 */
export function rotated<T>(values: readonly T[], place = 0, share = values.length): T[] {
  return values.filter((_, at) => isTurn(at - place, share));
}

/** `atNight(test)` and `atNight(test.describe)` declare what only a run of everything has. Each runner's `test` and `describe` have `skip`. */
export function atNight<T extends Declares>(declare: T): T {
  return looksAtAll ? declare : leftToNight(declare);
}

/**
 * As atNight, for what one of `share` runs has, too.
 * @param place different ones have different turns; tests that need each other have one
 */
export function inTurn<T extends Declares>(declare: T, place: number, share = 3): T {
  return isTurn(place, share) ? declare : leftToNight(declare);
}

/**
 * As inTurn, for what takes longest: whole files, and journeys of a minute. Its turn is drawn apart from the others', so that a file that is in
 * one run of eight still has each of its own turns in some.
 * `const test = everyEighthRun(everyRun, 0)` at the head of a file is for all of it.
 * @param place which of eight runs; those of one place take about as long as those of another
 */
export function everyEighthRun<T extends Declares>(declare: T, place: number): T {
  return isTurn(place, 8, Math.floor(Number(rotation) / SHARES)) ? declare : leftToNight(declare);
}

/** A multiple of every share up to ten: what is left of a rotation beyond it is no part of any turn. */
const SHARES = 2520;

type Declares = { skip: (title: string, ...more: never[]) => unknown };

function isTurn(place: number, share: number, drawn = Number(rotation)): boolean {
  return looksAtAll || (((drawn - place) % share) + share) % share === 0;
}

/** The mark in the title tells what is left to the night from what is skipped for want of something (scripts/test/tally.ts). */
function leftToNight<T extends Declares>(declare: T): T {
  const skip = declare.skip as (title: string, ...more: unknown[]) => unknown;
  return Object.assign((title: string, ...more: unknown[]) => skip(`${title} @night`, ...more), declare);
}
