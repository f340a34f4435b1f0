import { present } from '../../../contract/checked.ts';
/** The upper end of an axis: a round, even number that is at least `most`. */
export function axisEnd(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((step) => Math.round(step * power));
  return present(steps.find((end) => end >= most && end % 2 === 0));
}

/** Indexes of the days that get a label: evenly spaced, the first included, at most `most`. */
export function namedDays(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
