import type { TrackRecord } from '../../../contract/figures/record.ts';

export const lineKeys = ['portfolio', 'benchmark', 'benchmark2'] as const;
export type LineKey = (typeof lineKeys)[number];

/** A value of a day that both records have, and that they do not agree on; null: a record has none. */
export type Restatement = { day: number; line: LineKey; before: number | null; after: number | null };

export type Changes = {
  added: readonly number[];
  /** Of the added days, those that are not after the last day before. */
  inserted: readonly number[];
  lost: readonly number[];
  restated: readonly number[];
  /** The largest first, relative to the value before. */
  restatements: readonly Restatement[];
  /** Every value is another, and every return the same: the record begins from another base. */
  rescaled: boolean;
};

/** Values this close, relative to their size, are the same number written another way. */
const SAME = 1e-9;
/** Fewer common days than these say nothing of a scale. */
const SCALED_DAYS = 3;

/** A day is added, lost, restated or as it was. Without a record before it, every day is added. */
export function compareRecords(before: TrackRecord | undefined, after: TrackRecord): Changes {
  const places = new Map(Array.from(before?.days ?? [], (day, index) => [day, index]));
  const last = before?.days.at(-1) ?? Number.NEGATIVE_INFINITY;
  const added: number[] = [];
  const common: Pair[] = [];
  after.days.forEach((day, t) => {
    const was = places.get(day);
    if (was === undefined) added.push(day);
    else common.push({ day, was, is: t });
    places.delete(day);
  });
  const plain = before === undefined ? [] : restatementsOf(before, after, common);
  const rescaled = before !== undefined && plain.length > 0 && isRescaled(before, after, common);
  const restatements = rescaled ? [] : plain.sort((a, b) => sizeOf(b) - sizeOf(a) || a.day - b.day);
  return {
    added,
    inserted: added.filter((day) => day < last),
    lost: [...places.keys()],
    restated: [...new Set(restatements.map(({ day }) => day))].sort((a, b) => a - b),
    restatements,
    rescaled,
  };
}

export function changesPast({ inserted, lost, restated }: Changes): boolean {
  return inserted.length + lost.length + restated.length > 0;
}

/** Change of a value relative to what it was; infinite where one of the two is not there. */
export function sizeOf({ before, after }: Restatement): number {
  return before === null || after === null ? Number.POSITIVE_INFINITY : Math.abs(after / before - 1);
}

type Pair = { day: number; was: number; is: number };

function restatementsOf(before: TrackRecord, after: TrackRecord, common: readonly Pair[]): Restatement[] {
  return lineKeys.flatMap((line) =>
    common.flatMap(({ day, was, is }) => {
      const [old, now] = [valueAt(before[line], was), valueAt(after[line], is)];
      return same(old, now, 1) ? [] : [{ day, line, before: old, after: now }];
    }),
  );
}

function isRescaled(before: TrackRecord, after: TrackRecord, common: readonly Pair[]): boolean {
  return lineKeys.every((line) => {
    const pairs = common.map(({ was, is }) => [valueAt(before[line], was), valueAt(after[line], is)] as const);
    const valued = pairs.filter(([old, now]) => old !== null && now !== null);
    if (valued.length === 0) return pairs.every(([old, now]) => old === now);
    const scale = valued[0]![1]! / valued[0]![0]!;
    const enough = valued.length >= SCALED_DAYS || Math.abs(scale - 1) <= SAME;
    return enough && pairs.every(([old, now]) => same(old, now, scale));
  });
}

function valueAt(line: Float64Array | undefined, index: number): number | null {
  const value = line?.[index] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

function same(old: number | null, now: number | null, scale: number): boolean {
  return old === null || now === null ? old === now : Math.abs(now / (old * scale) - 1) <= SAME;
}
