import { sql } from 'kysely';
import type { ConsentRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';

/** What was asked, confirmed or withdrawn: one record each, only ever added to. */
export type ConsentRecord = Omit<ConsentRow, 'action'> & { action: ConsentRow['action'] | 'given' | 'withdrawn' };

/** Both tables as one: withdrawals came later, and `consents` admits no other action than its own. */
export function selectConsents(db: Tx) {
  return db.selectFrom(ofLeads(db).as('records'));
}

/** All that the chain is made over: of a choice of cookies its id stands where another record has its lead's. */
export function selectChained(db: Tx) {
  const ofChoices = db
    .selectFrom('cookie_consents')
    .select([...shared, sql<string>`'cookies ' || choice_id`.as('lead_id'), sql<ConsentRecord['action']>`action`.as('action')]);
  return db.selectFrom(ofLeads(db).unionAll(ofChoices).as('records'));
}

/** The tables that those stand in. */
export const chainedTables = ['consents', 'withdrawals', 'cookie_consents'] as const;

const shared = ['id', 'purpose', 'text', 'text_version', 'page', 'at'] as const;

function ofLeads(db: Tx) {
  return db
    .selectFrom('consents')
    .select([...shared, 'lead_id', sql<ConsentRecord['action']>`action`.as('action')])
    .unionAll(db.selectFrom('withdrawals').select([...shared, 'lead_id', sql<ConsentRecord['action']>`'withdrawn'`.as('action')]));
}
