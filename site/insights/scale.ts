/** A place on a common scale: percent of the width, as SVG takes it. */
export type Scale = (value: number) => number;

/** A scale from the least (zero at the most) to the greatest of all values, so that lengths compare. */
export function scaleOf(values: ReadonlyArray<number | null>): Scale {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const span = high - low || 1;
  return (value) => ((value - low) / span) * 100;
}
