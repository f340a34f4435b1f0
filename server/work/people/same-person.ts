import { newId } from '../../store/id.ts';
import { lockNamed } from '../../store/database/named-lock.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import { addEvents, findLead, leadKinds } from '../../leads/lead-repository.ts';
import { sectionOf } from '../../leads/lead-columns.ts';

/** Kinds of the leads that are linked; messages and applications stay apart, since other staff may read them. */
export const linkedKinds = leadKinds.filter((kind) => sectionOf(kind) === 'lead');

export type LinkChange = { id: string; other: string; actor: string; at: number };

export type LinkOutcome = 'linked' | 'linked already' | 'same address' | 'unknown';

/** Records that two leads of different mailboxes are one person's, with all leads of both mailboxes. */
export async function linkLeads(tx: Tx, dialect: Store['dialect'], { id, other, actor, at }: LinkChange): Promise<LinkOutcome> {
  await lockNamed(dialect, tx, LOCK);
  const [lead, more] = [await findLinkable(tx, id), await findLinkable(tx, other)];
  if (lead === undefined || more === undefined) return 'unknown';
  if (lead.email_key === more.email_key) return 'same address';
  const mailboxes = [lead.email_key, more.email_key];
  const [own, theirs] = [await personsOf(tx, [lead.email_key]), await personsOf(tx, [more.email_key])];
  if (own.some((person) => theirs.includes(person))) return 'linked already';
  const persons = [...own, ...theirs];
  const person = persons[0] ?? newId(at);
  if (persons.length > 0) await tx.updateTable('lead_persons').set({ person }).where('person', 'in', persons).execute();
  await addToPerson(tx, mailboxes, { person, actor, at });
  await addEvents(tx, [id, other], { at, kind: 'linked to another address', actor });
  return 'linked';
}

/** Takes a mailbox out of a person. @returns false when its lead and the other one are not linked */
export async function unlinkLeads(tx: Tx, dialect: Store['dialect'], { id, other, actor, at }: LinkChange): Promise<boolean> {
  await lockNamed(dialect, tx, LOCK);
  const [lead, more] = [await findLinkable(tx, id), await findLinkable(tx, other)];
  if (lead === undefined || more === undefined || lead.email_key === more.email_key) return false;
  const persons = await personsOf(tx, [lead.email_key]);
  const theirs = await personsOf(tx, [more.email_key]);
  if (!persons.some((person) => theirs.includes(person))) return false;
  await tx
    .deleteFrom('lead_persons')
    .where('lead_id', 'in', leadsOf(tx, [more.email_key]).select('id'))
    .execute();
  // A person with a single mailbox left is removed: there is nothing to link.
  if ((await mailboxesOf(tx, persons)).length < 2) await tx.deleteFrom('lead_persons').where('person', 'in', persons).execute();
  await addEvents(tx, [id, other], { at, kind: 'link to another address removed', actor });
  return true;
}

/** All mailboxes of the person of a mailbox, itself included. */
export async function mailboxesOfPerson(db: Tx, mailbox: string): Promise<string[]> {
  const persons = await personsOf(db, [mailbox]);
  return [...new Set([mailbox, ...(await mailboxesOf(db, persons))])];
}

/** The newest lead of each other mailbox of a mailbox's person. */
export async function findLinked(db: Tx, mailbox: string): Promise<{ id: string; email: string }[]> {
  const others = (await mailboxesOfPerson(db, mailbox)).filter((one) => one !== mailbox);
  if (others.length === 0) return [];
  const leads = await leadsOf(db, others).select(['id', 'email', 'email_key']).orderBy('created_at').orderBy('id').execute();
  return [...new Map(leads.map(({ id, email, email_key: key }) => [key, { id, email }])).values()];
}

/** Adds a lead to the person to whom other leads of its mailbox belong. */
export async function joinPerson(tx: Tx, lead: Pick<LeadRow, 'id' | 'email_key'>, at: number): Promise<void> {
  const [person] = await personsOf(tx, [lead.email_key]);
  if (person === undefined) return;
  await tx
    .insertInto('lead_persons')
    .values({ lead_id: lead.id, person, linked_by: '', linked_at: at })
    .onConflict((conflict) => conflict.column('lead_id').doNothing())
    .execute();
}

const LOCK = 'same person';

async function findLinkable(tx: Tx, id: string): Promise<LeadRow | undefined> {
  const lead = await findLead(tx, id);
  return lead !== undefined && sectionOf(lead.kind) === 'lead' ? lead : undefined;
}

/** Adds the leads of mailboxes to a person. Suspected spam is left out. */
async function addToPerson(
  tx: Tx,
  mailboxes: readonly string[],
  { person, actor, at }: { person: string; actor: string; at: number },
): Promise<void> {
  await tx
    .insertInto('lead_persons')
    .columns(['lead_id', 'person', 'linked_by', 'linked_at'])
    .expression(
      leadsOf(tx, mailboxes).select((eb) => ['id', eb.val(person).as('person'), eb.val(actor).as('linked_by'), eb.val(at).as('linked_at')]),
    )
    .onConflict((conflict) => conflict.column('lead_id').doNothing())
    .execute();
}

function leadsOf(db: Tx, mailboxes: readonly string[]) {
  return db.selectFrom('leads').where('email_key', 'in', mailboxes).where('kind', 'in', linkedKinds).where('suspected_spam', '=', 0);
}

async function personsOf(db: Tx, mailboxes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_persons')
    .innerJoin('leads', 'leads.id', 'lead_persons.lead_id')
    .select('person')
    .distinct()
    .where('email_key', 'in', mailboxes)
    .execute();
  return rows.map(({ person }) => person);
}

async function mailboxesOf(db: Tx, persons: readonly string[]): Promise<string[]> {
  if (persons.length === 0) return [];
  const rows = await db
    .selectFrom('lead_persons')
    .innerJoin('leads', 'leads.id', 'lead_persons.lead_id')
    .select('email_key')
    .distinct()
    .where('person', 'in', persons)
    .execute();
  return rows.map(({ email_key: key }) => key);
}
