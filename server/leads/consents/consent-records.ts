import { sql } from 'kysely';
import type { ConsentRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';

/** One record for each consent that was asked for, given, confirmed or withdrawn. Records are only ever added. */
export type ConsentRecord = Omit<ConsentRow, 'action'> & { action: ConsentRow['action'] | 'given' | 'withdrawn' };

/** Consents and withdrawals as one table. Withdrawals have their own table because `consents` allows no such action. */
export function selectConsents(db: Tx) {
  return db.selectFrom(ofLeads(db).as('records'));
}

/** All records that the chain covers. A choice of cookies has its own id where other records have their lead's. */
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
