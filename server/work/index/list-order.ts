import { sql, type RawBuilder } from 'kysely';
import type { leadSorts } from '../../../contract/desk/lead-facts.ts';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';

export type LeadSort = (typeof leadSorts)[number];

/** The position of a row in an order; no two rows have the same. */
export type Place = { key: string | number; pos: number };

export type Order = {
  by: RawBuilder<unknown>;
  /** The columns that make up a position. */
  columns: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  isDescending: boolean;
  beyond: RawBuilder<unknown>;
  /** Whether `pos` alone determines the order. */
  byPlace: boolean;
  after: (place: Place) => RawBuilder<unknown>;
  placeOf: (row: Pick<LeadIndexRow, 'pos' | 'name' | 'changed_at'>) => Place;
  cursor: (place: Place) => string;
};

const columns = {
  newest: { column: 'pos', descending: true },
  oldest: { column: 'pos', descending: false },
  changed: { column: 'changed_at', descending: true },
  name: { column: 'name', descending: false },
} as const;

export function createOrder(sort: LeadSort): Order {
  const { column, descending } = columns[sort];
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const key = sql.ref(`i.${column}`);
  const byPlace = column === 'pos';
  return {
    by: byPlace ? sql`${key} ${direction}` : sql`${key} ${direction}, i.pos ${direction}`,
    columns: byPlace ? sql`i.pos` : sql`${key}, i.pos`,
    direction,
    isDescending: descending,
    beyond,
    byPlace,
    after: (place) => (byPlace ? sql`i.pos ${beyond} ${place.pos}` : sql`(${key}, i.pos) ${beyond} (${place.key}, ${place.pos})`),
    placeOf: (row) => ({ key: row[column], pos: row.pos }),
    // Earlier cursors had the direction as their second element.
    cursor: (place) => Buffer.from(JSON.stringify([sort, 0, place.key, place.pos])).toString('base64url'),
  };
}

/** @returns undefined for an invalid cursor or one of another order: the list then begins anew */
export function readCursor(cursor: string | undefined, sort: LeadSort): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [own, , key, pos]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits = own === sort && typeof key === (sort === 'name' ? 'string' : 'number') && Number.isSafeInteger(pos);
    return fits ? { key: key as string | number, pos: pos as number } : undefined;
  } catch {
    return undefined;
  }
}
