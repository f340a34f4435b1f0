import { domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import { sectionOf } from '../leads/lead-columns.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { readAddresses, replaceAddresses } from '../kernel/addresses-in-text.ts';
import { textsIn } from '../store/json-column.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { workFields } from '../store/staff-columns.ts';
import type { Tx } from '../store/store.ts';
import { pagesOf } from './row-pages.ts';
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
  const written = (await textsOfSenders(db, subject)).filter((one) => isOfOther(one, subject));
  const bySender = written.map(({ id, kind }) => ({ id, kind, by: 'sender' as const }));
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

/** Each address that staff wrote about a request, of whoever it may be. */
export async function* addressesByStaff(db: Tx): AsyncGenerator<string> {
  for (const { table, key, column, json } of staffTexts) {
    for await (const page of pagesOf(db, table, key as never) as AsyncIterable<Record<string, string | null>[]>) {
      for (const row of page) yield* addressesOf({ text: row[column] ?? '', json });
    }
  }
}

/**
 * Addresses of other people that contain one of these texts, as ada@example.com does da@example.com: where one of them stands, the text does not.
 * @param texts in lower case
 */
export async function findLonger(db: Tx, subject: Subject, texts: readonly string[]): Promise<string[]> {
  const longer = new Set<string>();
  const add = (address: string) => {
    const lower = address.toLowerCase();
    if (!isOfSubject(subject, address) && texts.some((text) => lower.includes(text))) longer.add(lower);
  };
  const of = async (table: 'leads' | 'lead_addresses' | 'staff_accounts', column: string) => {
    const { rows } = await sql<{ address: string }>`
      select distinct ${sql.ref(column)} as address from ${sql.table(table)} where ${mayName(sql.ref(column), subject)}`.execute(db);
    for (const { address } of rows) add(address);
  };
  for (const table of ['leads', 'lead_addresses'] as const) for (const column of ['email', 'email_key']) await of(table, column);
  await of('staff_accounts', 'address');
  const mentioning = [...(await textsOfSenders(db, subject)), ...(await textsOfStaff(db, subject))];
  for (const one of mentioning) for (const address of addressesOf(one)) add(address);
  return [...longer];
}

type Written = { text: string; json: boolean; id: string; kind: LeadRow['kind']; email: string };
type FoundText = Written & { place: StaffText; key: string };

async function findStaffTexts(db: Tx, subject: Subject): Promise<FoundText[]> {
  return (await textsOfStaff(db, subject)).filter((one) => isOfOther(one, subject));
}

/** Whether it names the subject, and is about somebody else's request. */
function isOfOther(one: Written, subject: Subject): boolean {
  return !isOfSubject(subject, one.email) && addressesOf(one).some((address) => isOfSubject(subject, address));
}

function addressesOf({ text, json }: Pick<Written, 'text' | 'json'>): string[] {
  return (json ? textsIn(text) : [text]).flatMap(readAddresses);
}

/** What senders wrote in which an address of the subject's domain stands. */
async function textsOfSenders(db: Tx, subject: Subject): Promise<Written[]> {
  const { rows } = await sql<Omit<Written, 'json'>>`
    select id, email, kind, answers as text from leads where ${mayName(sql.ref('answers'), subject)} order by id`.execute(db);
  return rows.map((row) => ({ ...row, json: true }));
}

async function textsOfStaff(db: Tx, subject: Subject): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for (const place of staffTexts) {
    const text = sql.ref(`${place.table}.${place.column}`);
    const { rows } = await sql<Omit<FoundText, 'place' | 'json'>>`
      select ${sql.ref(`${place.table}.${place.key}`)} as key, ${text} as text, leads.id as id, leads.kind as kind, leads.email as email
      from ${sql.table(place.table)} join leads on leads.id = ${sql.ref(`${place.table}.lead_id`)}
      where ${mayName(text, subject)} order by leads.id`.execute(db);
    found.push(...rows.map((row) => ({ ...row, json: place.json, place })));
  }
  return found;
}

/** Whether a text may name the subject: other spellings of a mailbox share its domain. */
function mayName(text: ReturnType<typeof sql.ref>, { address, mailbox }: Subject) {
  const domains = [address, mailbox].map((one) => one.slice(one.lastIndexOf('@') + 1));
  const others = domains.includes('gmail.com') ? ['googlemail.com'] : domains.map(domainToUnicode);
  const hosts = [...new Set([...domains, ...others])].filter((host) => host !== '');
  const named = hosts.map((host) => sql`lower(${text}) like ${`%@${host.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`);
  return sql<boolean>`(${sql.join(named, sql` or `)})`;
}

function withoutAddress(text: string, subject: Subject): string {
  return replaceAddresses(text, (address) => isOfSubject(subject, address), REMOVED);
}

/** Replaces the subject's addresses in the texts of a JSON document. */
export function withoutAddressInJson(json: string, subject: Subject): string {
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? withoutAddress(value, subject) : value);
  try {
    return JSON.stringify(JSON.parse(json, clean));
  } catch {
    return withoutAddress(json, subject);
  }
}
