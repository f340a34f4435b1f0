import type { RetentionSetting } from '../../contract/retention-periods.ts';

/** What a table is for, and whom it concerns, with its columns: its rows' type and docs/privacy.md are made from it; a migration makes the table. */
export type TableAbout<Row> = {
  what: string;
  why: string;
  /** The settings whose rules remove from it, or what else ends it. */
  until: readonly RetentionSetting[] | string;
  who: string;
  columns: { readonly [Column in keyof Required<Row>]: string };
};

declare const held: unique symbol;

/** What a column is for, as the document on privacy says it; its type goes with it. */
export type DeclaredColumn<Type> = string & { readonly [held]?: Type };

export function column<Type>(about: string): DeclaredColumn<Type> {
  return about;
}

/** The columns of rows. */
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
