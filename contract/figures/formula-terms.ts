import type { Formula, Quantity } from './formula.ts';

// The words that formulas are written with.

export const q = (letter: string, sub?: string): Quantity => ({ letter, ...(sub !== undefined && { sub }) });
export const minus = (left: Formula, right: Formula): Formula => ({ of: 'difference', left, right });
export const plus = (left: Formula, right: Formula): Formula => ({ of: 'sum', left, right });
export const times = (left: Formula, right: Formula): Formula => ({ of: 'product', left, right });
export const over = (left: Formula, right: Formula): Formula => ({ of: 'quotient', left, right });
export const power = (left: Formula, right: Formula): Formula => ({ of: 'power', left, right });
export const rootOf = (inner: Formula): Formula => ({ of: 'root', inner });
/** Annualized sample standard deviation of a value per period. */
export const yearly = (value: Quantity, mean: Quantity): Formula =>
  rootOf(times(q('k'), over({ of: 'total', inner: power(minus(value, mean), 2) }, minus(q('n'), 1))));

/** Values of a line, one a period, and their mean. */
export type Centred = readonly [value: Quantity, mean: Quantity];
export const total = (inner: Formula): Formula => ({ of: 'total', inner });
export const fromMean = ([value, mean]: Centred): Formula => minus(value, mean);
export const together = (one: Centred, other: Centred): Formula => total(times(fromMean(one), fromMean(other)));
