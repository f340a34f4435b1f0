import type { RetentionSetting } from '../../contract/retention-periods.ts';

/** What a table is for, and whom it concerns: docs/privacy.md is made from it. A column without a line is a type error. */
export type TableAbout<Row> = {
  what: string;
  why: string;
  /** The settings whose rules remove from it, or what else ends it. */
  until: readonly RetentionSetting[] | string;
  who: string;
  columns: { readonly [Column in keyof Required<Row>]: string };
};

export const staff =
  'Staff on the desk, by what their roles may see; by `npm run leads` and `npm run applications` on the server, and by the notices mailed to STAFF_MAIL and HR_MAIL';
