import { sectionOf } from '../leads/lead-columns.ts';
import { sql } from 'kysely';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { workFields } from '../store/staff-columns.ts';
import type { Tx } from '../store/store.ts';
import { isOfSubject, type Subject } from './subject.ts';

/** Another person's request that contains the address: in its sender's text, or in what staff wrote about it. */
export type Mention = { id: string; section: LeadSection; by: 'sender' | 'staff' };

/** The columns for texts that staff write about a request: notes, answers and reasons. */
const staffTexts = [
  { table: 'lead_events', key: 'id', column: 'detail', json: true },
  ...workFields
    .filter(({ kind }) => kind === 'line')
    .map(({ column }) => ({ table: 'lead_work', key: 'lead_id', column, json: false }) as const),
  { table: 'application_mails', key: 'id', column: 'subject', json: false },
  { table: 'application_mails', key: 'id', column: 'body', json: false },
] as const;

type StaffText = (typeof staffTexts)[number];

/** Replaces the address in staff's texts. */
const REMOVED = '[erased address]';

/** Other people's requests that contain the address and are not erased; each at most once by sender and once by staff. */
export async function findMentions(db: Tx, subject: Subject): Promise<Mention[]> {
  const { rows } = await sql<{ id: string; email: string; kind: LeadRow['kind'] }>`
    select id, email, kind from leads where ${names(sql.ref('answers'), subject)} order by id`.execute(db);
  const bySender = rows.filter(({ email }) => !isOfSubject(subject, email)).map(({ id, kind }) => ({ id, kind, by: 'sender' as const }));
  const byStaff = (await findStaffTexts(db, subject)).map(({ id, kind }) => ({ id, kind, by: 'staff' as const }));
  const once = new Map([...bySender, ...byStaff].map((one) => [`${one.by} ${one.id}`, one]));
  return [...once.values()].map(({ id, kind, by }) => ({ id, section: sectionOf(kind), by }));
}

/** Removes the address from what staff wrote about other people's requests. @returns these requests */
export async function removeStaffMentions(tx: Tx, subject: Subject): Promise<string[]> {
  const found = await findStaffTexts(tx, subject);
  for (const { place, key, text } of found) {
    const cleaned = place.json ? withoutAddressInJson(text, subject) : withoutAddress(text, subject);
    await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${cleaned} where ${sql.ref(place.key)} = ${key}`.execute(tx);
  }
  return [...new Set(found.map(({ id }) => id))];
}

type FoundText = { place: StaffText; key: string; text: string; id: string; kind: LeadRow['kind'] };

async function findStaffTexts(db: Tx, subject: Subject): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for (const place of staffTexts) {
    const text = sql.ref(`${place.table}.${place.column}`);
    const { rows } = await sql<{ key: string; text: string; id: string; kind: LeadRow['kind']; email: string }>`
      select ${sql.ref(`${place.table}.${place.key}`)} as key, ${text} as text, leads.id as id, leads.kind as kind, leads.email as email
      from ${sql.table(place.table)} join leads on leads.id = ${sql.ref(`${place.table}.lead_id`)}
      where ${names(text, subject)} order by leads.id`.execute(db);
    found.push(...rows.filter(({ email }) => !isOfSubject(subject, email)).map((row) => ({ ...row, place })));
  }
  return found;
}

function names(text: ReturnType<typeof sql.ref>, { address }: Subject) {
  const pattern = `%${address.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${text}) like ${pattern} escape '\\'`;
}

function withoutAddress(text: string, { address }: Subject): string {
  return text.replaceAll(new RegExp(address.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'gi'), REMOVED);
}

function withoutAddressInJson(json: string, subject: Subject): string {
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? withoutAddress(value, subject) : value);
  try {
    return JSON.stringify(JSON.parse(json, clean));
  } catch {
    return withoutAddress(json, subject);
  }
}
