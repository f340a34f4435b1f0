/**
 * Which share of its combinations a test run covers: a random number, which `npm test` draws and prints, or `all`, as in a nightly run or a run of a
 * few files. docs/decisions/test-provisioning.md says what may be left to the nightly run.
 */
const rotation = process.env['ROTATION'] ?? 'all';
if (!/^(?:\d+|all)$/.test(rotation)) throw new Error(`ROTATION is a number or all, not ${rotation}`);

/** Whether this run covers everything. */
export const looksAtAll = rotation === 'all';

/**
 * The values of a list that this run covers; runs with other numbers cover the others.
 * @param place position of the tested thing among its kind: neighbours get different values, so that every run has every value somewhere
 * @returns every `share`th value; one value by default
 */
export function rotated<T>(values: readonly T[], place = 0, share = values.length): T[] {
  return values.filter((_, at) => isTurn(at - place, share));
}

/**
 * `atNight(test)` and `atNight(test.describe)` declare tests that only a full run executes; others skip them. Works with any runner that has `skip`.
 */
export function atNight<T extends Declares>(declare: T): T {
  return looksAtAll ? declare : leftToNight(declare);
}

/**
 * As atNight, but one of `share` runs executes the tests, too.
 * @param place tests of different places run in different runs; tests that need each other have the same place
 */
export function inTurn<T extends Declares>(declare: T, place: number, share = 3): T {
  return isTurn(place, share) ? declare : leftToNight(declare);
}

/**
 * As inTurn with one run of eight, for what takes longest: whole files, and journeys of a minute. Its turn is independent of inTurn's, so that each
 * turn within such a file comes in some of the runs that execute the file. `const test = everyEighthRun(everyRun, 0)` at the head of a file is for
 * all of it.
 * @param place which of the eight runs; the tests of each place take about as long as those of another
 */
export function everyEighthRun<T extends Declares>(declare: T, place: number): T {
  return isTurn(place, 8, Math.floor(Number(rotation) / SHARES)) ? declare : leftToNight(declare);
}

/** A multiple of every share up to ten: inTurn depends on the rotation modulo this number only, everyEighthRun on the quotient. */
const SHARES = 2520;

type Declares = { skip: (title: string, ...more: never[]) => unknown };

function isTurn(place: number, share: number, drawn = Number(rotation)): boolean {
  return looksAtAll || (((drawn - place) % share) + share) % share === 0;
}

/** The mark @night in the title tells these tests from those that are skipped because something is missing (scripts/test/tally.ts). */
function leftToNight<T extends Declares>(declare: T): T {
  const skip = declare.skip as (title: string, ...more: unknown[]) => unknown;
  return Object.assign((title: string, ...more: unknown[]) => skip(`${title} @night`, ...more), declare);
}
