import type { RetentionSetting } from '../../contract/retention-periods.ts';

/** Describes a table and its columns: row types and docs/privacy.md are derived from it. A migration creates the table. */
export type TableAbout<Row> = {
  what: string;
  why: string;
  /** Retention settings that remove its rows, or a text that says what ends them. */
  until: readonly RetentionSetting[] | string;
  who: string;
  columns: { readonly [Column in keyof Required<Row>]: string };
};

declare const held: unique symbol;

/** Description of a column for docs/privacy.md, with the column's type attached. */
export type DeclaredColumn<Type> = string & { readonly [held]?: Type };

export function column<Type>(about: string): DeclaredColumn<Type> {
  return about;
}

/** Column descriptions of a row type. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]: DeclaredColumn<Row[Name]> };

export type RowOf<T extends { columns: object }> = {
  -readonly [Name in keyof T['columns']]: T['columns'][Name] extends DeclaredColumn<infer Type> ? Type : never;
};

export type RowsOf<Tables extends Readonly<Record<string, { columns: object }>>> = {
  -readonly [Name in keyof Tables]: RowOf<Tables[Name]>;
};

export const staff =
  'Staff on the desk, by what their roles may see; by `npm run leads` and `npm run applications` on the server, and by the notices mailed to STAFF_MAIL and HR_MAIL';
export const operator = 'Whoever runs the server';
