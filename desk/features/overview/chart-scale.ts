import { present } from '../../../contract/checked.ts';
/** The upper end of an axis: a round, even number that is at least `max`. */
export function axisEnd(max: number): number {
  if (max <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((step) => Math.round(step * power));
  return present(steps.find((end) => end >= max && end % 2 === 0));
}

/** Indexes of the days that get a label: evenly spaced, the first included, at max `max`. */
export function namedDays(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(count / max));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
