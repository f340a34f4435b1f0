import type { FormType } from './forms/form.ts';

/** One row a caller: where a form was opened, which form that is, and where its e-mail link leads. */
export type Caller = {
  form: FormType;
  /** Path after verification. */
  landing: `/${string}`;
  /** Fields of the form that this caller leaves optional. */
  optional?: readonly string[];
  /** What the visitor was promised for the click on the e-mail link. */
  promise?: 'meeting' | 'paper';
};

const rows = {
  home_bad: { form: 'bookademo', landing: '/formsent', promise: 'meeting' },
  cognitive_bad: { form: 'bookademo', landing: '/bookLanding', promise: 'meeting' },
  ecosystem_bad: { form: 'bookademo', landing: '/formsent', promise: 'meeting' },
  home_cu: { form: 'generic', landing: '/confirm' },
  about_cu: { form: 'generic', landing: '/confirm' },
  ecosystem_cu: { form: 'generic', landing: '/confirm' },
  portfolios_cu: { form: 'portfolios_cu', landing: '/confirm' },
  insights_cu: { form: 'insights_cu', landing: '/insights/landing' },
} as const satisfies Record<string, Caller>;

/** `paper_<id>`: Download on a paper, for a visitor who is not verified yet. */
const paper: Caller = { form: 'insights_cu', landing: '/insights/paper', promise: 'paper' };

/** `0` and whatever nobody declared. */
const fallback: Caller = { form: 'generic', landing: '/confirm', optional: ['message'] };

/** A caller in an address: 1 to 64 letters, digits, `_` or `-`. */
export const CALLER_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Every declared caller with its row; papers excepted, which have one row for all. */
export const callers: ReadonlyMap<string, Caller> = new Map<string, Caller>(Object.entries(rows));

/** The row of a caller; an unknown one has the default's. */
export function callerFor(id: string): Caller {
  return callers.get(id) ?? (/^paper_./.test(id) ? paper : fallback);
}
