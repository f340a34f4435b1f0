import type { TrackRecord } from '../../../contract/figures/record.ts';

export const lineKeys = ['portfolio', 'benchmark', 'benchmark2'] as const;
export type LineKey = (typeof lineKeys)[number];

/** A value on which two records differ for a day that both have; null when a record has no value. */
export type Restatement = { day: number; line: LineKey; before: number | null; after: number | null };

export type Changes = {
  added: readonly number[];
  /** The added days that are before the former record's last day. */
  inserted: readonly number[];
  lost: readonly number[];
  restated: readonly number[];
  /** Largest change relative to the former value first. */
  restatements: readonly Restatement[];
  /** Whether all values differ and all returns are the same: the record has another base. */
  rescaled: boolean;
};

/** Greatest relative difference of equal numbers. */
const SAME = 1e-9;
/** Fewest common days by which another base is recognised. */
const SCALED_DAYS = 3;

/** Compares two records: each day is added, lost, restated or unchanged. Without a former record all days are added. */
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

/** The relative change of a value; infinite when one of the records has no value. */
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
