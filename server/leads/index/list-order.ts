import { sql, type RawBuilder } from 'kysely';
import type { leadSorts } from '../../../contract/desk/lead-facts.ts';
import type { LeadIndexRow } from '../../store/desk-schema.ts';

export type LeadSort = (typeof leadSorts)[number];

/** Where a row stands in an order: no other has the same. */
export type Place = { key: string | number; pos: number };

export type Order = {
  /** Of the rows as they are asked for, which is the other way round for a page that goes backwards. */
  by: RawBuilder<unknown>;
  /** What a place is made of. */
  columns: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  beyond: RawBuilder<unknown>;
  /** Whether the place alone sorts. */
  byPlace: boolean;
  after: (place: Place) => RawBuilder<unknown>;
  placeOf: (row: Pick<LeadIndexRow, 'pos' | 'name' | 'changed_at'>) => Place;
  cursor: (place: Place, backwards: boolean) => string;
};

const columns = {
  newest: { column: 'pos', descending: true },
  oldest: { column: 'pos', descending: false },
  changed: { column: 'changed_at', descending: true },
  name: { column: 'name', descending: false },
} as const;

export function createOrder(sort: LeadSort, backwards: boolean): Order {
  const { column, descending } = columns[sort];
  const [direction, beyond] = descending !== backwards ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const key = sql.ref(`i.${column}`);
  const byPlace = column === 'pos';
  return {
    by: byPlace ? sql`${key} ${direction}` : sql`${key} ${direction}, i.pos ${direction}`,
    columns: byPlace ? sql`i.pos` : sql`${key}, i.pos`,
    direction,
    beyond,
    byPlace,
    after: (place) => (byPlace ? sql`i.pos ${beyond} ${place.pos}` : sql`(${key}, i.pos) ${beyond} (${place.key}, ${place.pos})`),
    placeOf: (row) => ({ key: row[column], pos: row.pos }),
    cursor: (place, back) => Buffer.from(JSON.stringify([sort, back ? 1 : 0, place.key, place.pos])).toString('base64url'),
  };
}

/** @returns nothing for a cursor of another order, or one that is none: the list begins anew */
export function readCursor(cursor: string | undefined, sort: LeadSort): { place: Place; backwards: boolean } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [own, back, key, pos] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const fits = own === sort && typeof key === (sort === 'name' ? 'string' : 'number') && Number.isSafeInteger(pos);
    return fits ? { place: { key: key as string | number, pos: pos as number }, backwards: back === 1 } : undefined;
  } catch {
    return undefined;
  }
}
