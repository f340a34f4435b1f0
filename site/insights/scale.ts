import { shownNumber } from '../../contract/figures/format.ts';

/** Maps a value to a position on a common scale: percent of the width, for SVG. */
export type Scale = (value: number) => number;

/** A scale from the smallest value (at most zero) to the largest, so that lengths can be compared. */
export function scaleOf(values: ReadonlyArray<number | null>): Scale {
  const known = values.filter((value) => value !== null).map(shownNumber);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const span = high - low || 1;
  return (value) => Math.round(((shownNumber(value) - low) / span) * 1000) / 10;
}
