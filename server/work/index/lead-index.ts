import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import { countryOfPhone } from '../../../contract/phone-country.ts';
import type { Worked } from '../../../contract/desk/staff-fields.ts';
import type { LeadIndexRow, LeadWorkRow } from '../../store/tables/work-tables.ts';
import { lockNamed, tryLockNamed } from '../../store/database/named-lock.ts';
import { insertRows, rowsFor } from '../../store/insert-rows.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import { listedFields, type ListedColumns, type WorkColumns } from '../../store/staff-columns.ts';
import type { Store, Tx } from '../../store/store.ts';
import { fullName } from '../../leads/lead-repository.ts';
import { termsOf } from '../../leads/index-terms.ts';
import { fold, readWritten, rememberedTexts, searchText, searchWords, type WrittenText } from './search-text.ts';

import { answersOf, attributionOf, originsOf } from '../../leads/lead-columns.ts';
import { leadOrigins, type LeadOrigin } from '../../../contract/desk/lead-origins.ts';

/**
 * Writes the rows by which the desk lists and searches these leads, from their present state.
 * @param told whether open pages are notified of them
 */
export async function indexLeads(
  tx: Tx,
  dialect: Store['dialect'],
  { ids, told }: { ids: readonly string[]; told: boolean },
): Promise<void> {
  const leads = await tx
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .leftJoin('lead_index', 'lead_index.lead_id', 'leads.id')
    .selectAll('leads')
    .select(['lead_work.changed_at', 'lead_index.pos', 'lead_index.seq'])
    .select(keptFields.map(({ column }) => `lead_work.${column}` as const))
    .where('leads.id', 'in', ids)
    .orderBy('leads.id')
    .execute();
  if (leads.length === 0) return;
  const places = await placesOf(tx, leads);
  // Based on the clock, so that no number of an erased lead is used again: open pages ask for higher numbers than they know.
  let seq = told ? Math.max(await lastSeq(tx), Date.now()) : 0;
  const facts = await readApplicationFacts(
    tx,
    leads.flatMap(({ id, kind }) => (kind === 'application' ? [id] : [])),
  );
  const written = await readWritten(tx, leads);
  const rows = leads.map((lead) => ({
    ...indexRow(dialect, lead, { facts: facts.get(lead.id), written: written.get(lead.id) ?? [] }),
    pos: present(places.get(lead.id)),
    seq: told ? (seq += 1) : (lead.seq ?? 0),
  }));
  await insertRows(tx, [rowsFor('lead_index', rows, { key: ['lead_id'], replaced: CHANGING })]);
}

/** Columns that may change after a lead was first indexed. */
const CHANGING = [
  ...(['verified', 'spam', 'changed_at', 'name', 'text', 'terms', 'words', 'seq', 'position', 'scan', 'sample'] as const),
  ...leadOrigins,
  ...listedFields.map(({ column }) => column),
];

const LOCK = 'lead index';

/** Locks the index for writing until the transaction ends. SQLite runs transactions one after another anyway. */
export async function lockIndex(dialect: Store['dialect'], tx: Tx): Promise<void> {
  await lockNamed(dialect, tx, LOCK);
}

/** The same without waiting. @returns false when somebody else has the lock */
export async function tryLockIndex(dialect: Store['dialect'], tx: Tx): Promise<boolean> {
  return tryLockNamed(dialect, tx, LOCK);
}

/** The number of the latest change that open pages were notified of. */
export async function lastSeq(db: Tx): Promise<number> {
  const row = await db
    .selectFrom('lead_index')
    .select('seq')
    .where(sql<boolean>`seq > 0`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Places (`pos`) in one millisecond. */
const WITHIN = 1024;
const LAST = Math.floor(Number.MAX_SAFE_INTEGER / WITHIN) - 1;

/** The first place of a time (ms): leads that came then or later have this place or a higher one. */
export function placeAt(at: number): number {
  return Math.min(Math.max(0, Math.trunc(at)), LAST) * WITHIN;
}

type Joined = LeadRow & { [Name in KeptColumn | 'changed_at']: LeadWorkRow[Name] | null } & { pos: number | null };

type Found = { facts: ApplicationFacts | undefined; written: readonly WrittenText[] };

function indexRow(dialect: Store['dialect'], lead: Joined, { facts, written }: Found): Omit<LeadIndexRow, 'pos' | 'seq'> {
  const answers = answersOf(lead);
  const { utm } = attributionOf(lead);
  const origins = facts === undefined ? originsOf(lead) : undefined;
  const row = {
    lead_id: lead.id,
    kind: lead.kind,
    form: lead.form,
    caller: lead.caller,
    campaign: utm?.campaign ?? null,
    ...mapOrigins((name) => origins?.[name] || null),
    country: countryOfPhone(answers.phone ?? '') ?? null,
    verified: lead.status === 'verified' ? 1 : 0,
    spam: lead.suspected_spam,
    changed_at: Math.max(lead.created_at, lead.verified_at ?? 0, lead.changed_at ?? 0),
    name: fold(fullName(lead)).slice(0, MOST_OF_NAME).toWellFormed(),
    text: searchText({ ...answers, email: lead.email }),
    position: facts === undefined ? null : (answers.subject ?? ''),
    scan: facts?.scan ?? null,
    sample: facts === undefined ? null : lead.sample,
    ...keptOf(lead, facts === undefined ? 'lead' : 'application'),
    rating: facts?.rating ?? null,
  } as const;
  return {
    ...row,
    ...termsOf(dialect, row, searchWords([...rememberedTexts({ ...answers, email: lead.email }), ...written.map(({ text }) => text)])),
  };
}

function mapOrigins<Value>(valueOf: (name: LeadOrigin) => Value): Record<LeadOrigin, Value> {
  return Object.fromEntries(leadOrigins.map((name) => [name, valueOf(name)])) as Record<LeadOrigin, Value>;
}

const MOST_OF_NAME = 80;

type KeptColumn = keyof WorkColumns & keyof ListedColumns;

/** Staff fields that are columns of `lead_work`; scores are averages of other rows. */
const keptFields = listedFields.filter(({ kind }) => kind !== 'score') as (Omit<(typeof listedFields)[number], 'column'> & {
  column: KeptColumn;
})[];

/** The column of the state is never null, whatever kind the lead is of. */
function keptOf(lead: Joined, section: Worked): Pick<LeadIndexRow, KeptColumn> {
  const valueOf = ({ sections, column, initial }: (typeof keptFields)[number]) =>
    lead[column] ?? (sections.includes(section) ? (initial ?? null) : null);
  const kept = Object.fromEntries(keptFields.map((field) => [field.column, valueOf(field)]));
  return { ...kept, state: lead.state ?? 'new' } as Pick<LeadIndexRow, KeptColumn>;
}

/** Gives each lead its place: leads of one millisecond in the order of their ids, unless a place is taken. */
async function placesOf(tx: Tx, leads: readonly Joined[]): Promise<Map<string, number>> {
  const places = new Map(leads.flatMap(({ id, pos }) => (pos === null ? [] : [[id, pos] as const])));
  const fresh = leads.filter(({ pos }) => pos === null);
  const taken = new Set<number>();
  while (fresh.length > 0) {
    const wanted = new Set<number>();
    for (const lead of fresh) {
      let place = placeAt(lead.created_at) + withinMillisecond(lead.id);
      while (taken.has(place) || wanted.has(place)) place += 1;
      wanted.add(place);
      places.set(lead.id, place);
    }
    const others = await tx
      .selectFrom('lead_index')
      .select('pos')
      .where('pos', 'in', [...wanted])
      .execute();
    if (others.length === 0) break;
    for (const { pos } of others) taken.add(pos);
  }
  return places;
}

/** The counter that an id has within its millisecond (store/id.ts), without its two lowest bits. */
function withinMillisecond(id: string): number {
  const counter = Number.parseInt(id.slice(15, 18), 16);
  return Number.isNaN(counter) ? 0 : counter >> 2;
}

/** Columns of the index that only applications have. */
export type ApplicationFacts = Pick<LeadIndexRow, 'scan' | 'rating'>;

export async function readApplicationFacts(db: Tx, ids: readonly string[]): Promise<Map<string, ApplicationFacts>> {
  if (ids.length === 0) return new Map();
  const files = await db.selectFrom('files').select(['lead_id', 'scan']).where('lead_id', 'in', ids).execute();
  const scans = new Map(files.map(({ lead_id: id, scan }) => [id, scan]));
  const ratings = await averageRatings(db, ids);
  return new Map(ids.map((id) => [id, { scan: scans.get(id) ?? null, rating: ratings.get(id) ?? null }]));
}

/** Average ratings, in hundredths. */
async function averageRatings(db: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('lead_ratings')
    .select(['lead_id', sql<number>`cast(round(avg(100.0 * rating)) as integer)`.as('average')])
    .where('lead_id', 'in', ids)
    .groupBy('lead_id')
    .execute();
  return new Map(rows.map(({ lead_id: id, average }) => [id, average]));
}
