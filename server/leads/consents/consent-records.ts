import { sql } from 'kysely';
import type { ConsentRow, WithdrawalRow } from '../../store/tables/lead-tables.ts';
import { groupRead } from '../../store/group-commit.ts';
import { insertRows, rowsFor } from '../../store/insert-rows.ts';
import type { Tx } from '../../store/store.ts';
import { TALENT_POOL } from '../../../contract/forms/talent-pool-consent.ts';
import { newId } from '../../store/id.ts';
import { leadsOfMailbox } from '../former-addresses.ts';
import { addEvent } from '../lead-repository.ts';

/** One record for each consent that was asked for, given, confirmed or withdrawn. Records are only ever added. */
export type ConsentRecord = Omit<ConsentRow, 'action'> & { action: ConsentRow['action'] | 'given' | 'withdrawn' };

/** Consents and withdrawals as one table. Withdrawals have their own table because `consents` allows no such action. */
export function selectConsents(db: Tx) {
  return db.selectFrom(ofLeads(db).as('records'));
}

/** A lead's records, oldest first. Leads that are asked for at the same time share one query. */
export const consentRecordsOf = groupRead(async (db, ids: readonly string[]): Promise<ConsentRecord[][]> => {
  const records = await selectConsents(db).selectAll().where('lead_id', 'in', ids).orderBy('at').orderBy('id').execute();
  const byLead = Map.groupBy(records, ({ lead_id: id }) => id);
  return ids.map((id) => byLead.get(id) ?? []);
});

/** All records that the chain covers. The `lead_id` of a choice of cookies is 'cookies ' and the id of the choice. */
export function selectChained(db: Tx) {
  const ofChoices = db
    .selectFrom('cookie_consents')
    .select([...shared, sql<string>`'cookies ' || choice_id`.as('lead_id'), sql<ConsentRecord['action']>`action`.as('action')]);
  return db.selectFrom(ofLeads(db).unionAll(ofChoices).as('records'));
}

/** The tables that `selectChained` reads. */
export const chainedTables = ['consents', 'withdrawals', 'cookie_consents'] as const;

const shared = ['id', 'purpose', 'text', 'text_version', 'page', 'at'] as const;

function ofLeads(db: Tx) {
  return db
    .selectFrom('consents')
    .select([...shared, 'lead_id', sql<ConsentRecord['action']>`action`.as('action')])
    .unionAll(db.selectFrom('withdrawals').select([...shared, 'lead_id', sql<ConsentRecord['action']>`'withdrawn'`.as('action')]));
}

/** A consent that is not withdrawn, with the latest action on it. */
type StandingConsent = Pick<ConsentRecord, 'lead_id' | 'action' | 'purpose' | 'text' | 'text_version' | 'at'> & { email: string };

/** The consents of a mailbox that are not withdrawn: one for each request and purpose, latest first. */
export async function standingConsents(db: Tx, mailbox: string): Promise<StandingConsent[]> {
  const rows = await selectConsents(db)
    .innerJoin('leads', 'leads.id', 'records.lead_id')
    .select(['lead_id', 'action', 'purpose', 'text', 'text_version', 'at', 'leads.email'])
    .where('lead_id', 'in', leadsOfMailbox(db, mailbox).select('leads.id'))
    .orderBy('at', 'desc')
    .orderBy('records.id', 'desc')
    .execute();
  const seen = new Set<string>();
  return rows.filter(({ lead_id: lead, purpose, action }) => {
    const name = `${lead} ${purpose}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return action !== 'withdrawn';
  });
}

/**
 * Records that a mailbox withdrew its consents to these purposes, with the text that it had agreed to. Earlier records stay as they are; repeating it adds
 * nothing.
 * @param page where it was withdrawn, or by what means
 * @returns how many consents were withdrawn
 */
export async function withdrawConsents(
  tx: Tx,
  mailbox: string,
  { purposes, page, at }: { purposes: readonly string[]; page: string; at: number },
): Promise<number> {
  const standing = (await standingConsents(tx, mailbox)).filter(({ purpose }) => purposes.includes(purpose));
  if (standing.length === 0) return 0;
  const rows = standing.map(({ lead_id, purpose, text, text_version }): WithdrawalRow => {
    return { id: newId(at), lead_id, purpose, text, text_version, page, at };
  });
  await tx.insertInto('withdrawals').values(rows).execute();
  const kept = standing.flatMap(({ lead_id: lead, purpose }) => (purpose === TALENT_POOL ? [lead] : []));
  await setPoolUntil(tx, kept, null);
  for (const { lead_id: lead, purpose } of standing) await addEvent(tx, lead, { at, kind: 'consent withdrawn', detail: { purpose } });
  return standing.length;
}

export async function addConsents(tx: Tx, consents: readonly Omit<ConsentRow, 'id'>[]): Promise<void> {
  await insertRows(tx, [
    rowsFor(
      'consents',
      consents.map((consent) => ({ ...consent, id: newId(consent.at) })),
    ),
  ]);
}

/** Records that an applicant was asked for consent to keep the application for so many days. An earlier consent stays in force. */
export async function recordPoolAsked(tx: Tx, leadId: string, { days, at }: { days: number; at: number }): Promise<void> {
  await tx
    .insertInto('retention_consents')
    .values({ lead_id: leadId, days, asked_at: at, pool_until: null })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ days, asked_at: at }))
    .execute();
}

export async function setPoolUntil(tx: Tx, leadIds: readonly string[], until: number | null): Promise<void> {
  if (leadIds.length === 0) return;
  await tx.updateTable('retention_consents').set({ pool_until: until }).where('lead_id', 'in', leadIds).execute();
}
