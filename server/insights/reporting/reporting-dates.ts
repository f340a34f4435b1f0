import { statedRatesSchema, type StatedRates } from '../../../contract/figures/stated-rates.ts';
import { dayAt, dayOf } from '../../../contract/figures/days.ts';
import { reportingDay, sampleDates, type ReportingDates } from '../../../contract/figures/reporting-date.ts';
import { lockNamed } from '../../store/database/named-lock.ts';
import { jsonColumn } from '../../store/json-column.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { ReportingDateRow } from '../../store/tables/insight-tables.ts';
import { listPortfolios } from '../records/records.ts';
import { reaches } from './record-reach.ts';
import { reviewReporting, type ReportingReview } from './reporting-review.ts';
import type { FigureRules } from '../figures/portfolio-reader.ts';

/** A reporting date that holds or held. The samples' has no time, no accounts and no rates; one that an older server published has no rates. */
export type Reporting = {
  dates: ReportingDates;
  published?: { at: number; account: string; draftedBy: string };
  riskFree?: StatedRates | undefined;
};

export type ReportingDraft = { number: number; day: string; at: number; account: string };

/** The reporting date that holds at present. */
export async function currentReporting(db: Tx): Promise<Reporting> {
  const row = await db
    .selectFrom('reporting_dates')
    .select('day')
    .where('step', '=', 'published')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { dates: row === undefined ? sampleDates : bothOn(row.day) };
}

/** Every reporting date that holds or held, the latest first; the samples' is the last. */
export async function listReporting(db: Tx): Promise<Reporting[]> {
  const rows = await db.selectFrom('reporting_dates').selectAll().where('step', '!=', 'discarded').orderBy('number', 'desc').execute();
  const drafts = new Map(rows.map((row) => [row.number, row.account]));
  const published = rows.filter(({ step }) => step === 'published').map((row) => publishedBy(row, drafts));
  return [...published, { dates: sampleDates }];
}

function publishedBy({ day, at, account, draft, rates }: ReportingDateRow, drafts: ReadonlyMap<number, string>): Reporting {
  const riskFree = rates === null ? undefined : jsonColumn(statedRatesSchema, rates);
  return { dates: bothOn(day), published: { at, account, draftedBy: drafts.get(draft ?? -1) ?? account }, riskFree };
}

function bothOn(day: string): ReportingDates {
  return { website: day, cognitive: day };
}

/** The draft that waits to be published: the latest row, where that is a draft. A later draft takes the place of an earlier one. */
export async function openDraft(db: Tx): Promise<ReportingDraft | undefined> {
  const row = await db.selectFrom('reporting_dates').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row?.step === 'draft' ? { number: row.number, day: row.day, at: row.at, account: row.account } : undefined;
}

/** Who does something, and what is recorded of it in the same transaction. */
export type Actor = { account: string; at: number; record: (tx: Tx, detail: Record<string, number | string>) => Promise<void> };

export type DateRefusal = 'no day' | 'future' | 'none reaches' | 'same';

/** Proposes a day. Nothing of it is public. @returns the draft's number */
export function draftReporting(store: Store, day: string, { account, at, record }: Actor): Promise<number | DateRefusal> {
  return store.begin(async (tx) => {
    await lock(store, tx);
    const refusal = await dateRefusal(tx, day, at);
    if (refusal !== undefined) return refusal;
    const number = await add(tx, { step: 'draft', day, at, account, draft: null, rates: null });
    await record(tx, { date: day, draft: number });
    return number;
  });
}

async function dateRefusal(db: Tx, iso: string, now: number): Promise<DateRefusal | undefined> {
  const day = dayOf(iso);
  if (day === undefined) return 'no day';
  if (day > dayAt(now)) return 'future';
  const all = await listReporting(db);
  if (all[0]?.published !== undefined && reportingDay(all[0].dates) === iso) return 'same';
  return (await listPortfolios(db)).some((one) => reaches(one, day)) ? undefined : 'none reaches';
}

export type PublishedReporting =
  | { ok: true; day: string; review: ReportingReview }
  | { ok: false; cause: 'missing' | 'own draft' | 'stale' }
  | { ok: false; cause: 'lagging'; review: ReportingReview };

type Approval = {
  number: number;
  /** `seen` of the review that was looked at; undefined for a command, which reviews and publishes at once. */
  seen?: string;
  /** How many portfolios whose records end earlier were looked at. */
  confirmed: number;
  fourEyes: boolean;
  rules: FigureRules;
};

/** What the site would show of a day. */
export async function reviewDay(db: Tx, day: string, rules: FigureRules): Promise<ReportingReview> {
  const { dates: current } = await currentReporting(db);
  return reviewReporting(db, { current, next: bothOn(day) }, rules);
}

/** Publishes the open draft, unless something that it shows was published since somebody looked at it. */
export function publishReporting(store: Store, approval: Approval, { account, at, record }: Actor): Promise<PublishedReporting> {
  const { number, seen, confirmed, fourEyes, rules } = approval;
  return store.begin(async (tx) => {
    await lock(store, tx);
    const draft = await openDraft(tx);
    if (draft?.number !== number) return { ok: false, cause: 'missing' };
    if (fourEyes && draft.account === account) return { ok: false, cause: 'own draft' };
    const review = await reviewDay(tx, draft.day, rules);
    if (seen !== undefined && seen !== review.seen) return { ok: false, cause: 'stale' };
    if (confirmed !== review.lagging) return { ok: false, cause: 'lagging', review };
    await add(tx, { step: 'published', day: draft.day, at, account, draft: number, rates: JSON.stringify(rules.riskFree) });
    await record(tx, { date: draft.day, draft: number });
    return { ok: true, day: draft.day, review };
  });
}

/** @returns false when there is no such open draft */
export function discardReporting(store: Store, number: number, { account, at, record }: Actor): Promise<boolean> {
  return store.begin(async (tx) => {
    await lock(store, tx);
    const draft = await openDraft(tx);
    if (draft?.number !== number) return false;
    await add(tx, { step: 'discarded', day: draft.day, at, account, draft: number, rates: null });
    await record(tx, { date: draft.day, draft: number });
    return true;
  });
}

async function lock(store: Store, tx: Tx): Promise<void> {
  await lockNamed(store.dialect, tx, 'reporting date');
}

async function add(tx: Tx, row: Omit<ReportingDateRow, 'number'>): Promise<number> {
  const { last } = await tx
    .selectFrom('reporting_dates')
    .select((of) => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await tx
    .insertInto('reporting_dates')
    .values({ number, ...row })
    .execute();
  return number;
}
