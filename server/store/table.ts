import { elementAt } from '../../contract/checked.ts';
import type { RetentionSetting } from '../../contract/retention-periods.ts';
import { jsonOrText } from './json-column.ts';

/**
 * Describes a table. Row types, docs/privacy.md, the copy of a person's data and the check of who writes to the table are derived from it; a migration
 * creates the table.
 */
export type TableAbout = {
  /** Whose personal data it has, if anybody's. */
  of?: 'visitors' | 'staff';
  what: string;
  why: string;
  /** What ends its rows: settings of retention, each with the condition of the rows that it removes if this is all of the rule; or a text. */
  until: readonly RetentionSetting[] | Conditions | string;
  who: string;
  /** Its name and words in the counts of an export or an erasure. */
  held?: { readonly as: string; readonly words: string };
  /** Its name in the copy of a person's data, where its rows stand with their request (`lead_id`), or with their account (`account_id`). */
  given?: string;
  /** The first one is the key. */
  columns: Readonly<Record<string, StoredColumn<unknown>>>;
};

/** For settings of retention, the condition in SQL of the rows that each removes, `:before` being the time before which they are old. */
export type Conditions = { readonly [Setting in RetentionSetting]?: string };

/** A table with the folder of server/ whose code alone writes to it. */
export type Table = TableAbout & { owner: string };

type AnyRow = Readonly<Record<string, unknown>>;

/** How a column is named and read in the copy of a person's data, and in which rows it is part of it. Default: as it is, in all. */
export type Given = { as: string; read?: (value: unknown, row: AnyRow) => unknown; when?: (row: AnyRow) => boolean };

declare const stored: unique symbol;

/** Description of a column for docs/privacy.md, with the column's type attached. */
export type StoredColumn<Type> = { about: string; given?: Given | undefined; readonly [stored]?: Type };

/**
 * @param given name of the column in the copy of a person's data; without it the column is not part of the copy
 * @__NO_SIDE_EFFECTS__
 */
export function column<Type>(about: string, given?: string | Given): StoredColumn<Type> {
  return { about, given: typeof given === 'string' ? { as: given } : given };
}

/** @__NO_SIDE_EFFECTS__ */
export const time = (as: string): Given => ({ as, read: (at) => (typeof at === 'number' ? iso(at) : null) });
/** @__NO_SIDE_EFFECTS__ */
export const json = (as: string): Given => ({ as, read: (text) => (typeof text === 'string' ? jsonOrText(text) : text) });
/** @__NO_SIDE_EFFECTS__ */
export const flag = (as: string): Given => ({ as, read: (value) => value === 1 });

/**
 * Tables that one folder of server/ owns: only its code writes to them.
 * @__NO_SIDE_EFFECTS__
 */
export function ownedBy<const Tables extends Readonly<Record<string, TableAbout>>>(
  owner: string,
  tables: Tables,
): { readonly [Name in keyof Tables]: Tables[Name] & { owner: string } } {
  return Object.fromEntries(Object.entries(tables).map(([name, about]) => [name, { ...about, owner }])) as {
    [Name in keyof Tables]: Tables[Name] & { owner: string };
  };
}

/** The column by which the rows of a table are told apart, or the first of these. */
export function keyColumn({ columns }: Pick<TableAbout, 'columns'>): string {
  return elementAt(Object.keys(columns), 0);
}

/** What a person is given of a row. */
export function givenOf({ columns }: TableAbout, row: AnyRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { given }]) => {
      if (given === undefined || given.when?.(row) === false) return [];
      return [[given.as, given.read === undefined ? row[name] : given.read(row[name], row)]];
    }),
  );
}

/** A time as ISO 8601 in UTC. @param at milliseconds since the epoch */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** Columns of a row type. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]: StoredColumn<Row[Name]> };

export type RowOf<T extends { columns: object }> = {
  -readonly [Name in keyof T['columns']]: T['columns'][Name] extends StoredColumn<infer Type> ? Type : never;
};

export type RowsOf<Tables extends Readonly<Record<string, { columns: object }>>> = {
  -readonly [Name in keyof Tables]: RowOf<Tables[Name]>;
};

export const staff =
  'Staff on the desk, by what their roles may see; by `npm run leads` and `npm run applications` on the server, and by the notices mailed to STAFF_MAIL and HR_MAIL';
export const operator = 'Whoever runs the server';
export const withLead = 'With its lead';
