import { sql } from 'kysely';
import type { ConsentRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';

/** What was asked, confirmed or withdrawn: one record each, only ever added to. */
export type ConsentRecord = Omit<ConsentRow, 'action'> & { action: ConsentRow['action'] | 'withdrawn' };

/** Both tables as one: withdrawals came later, and `consents` admits no other action than its own. */
export function selectConsents(db: Tx) {
  const shared = ['id', 'lead_id', 'purpose', 'text', 'text_version', 'page', 'at'] as const;
  return db.selectFrom(
    db
      .selectFrom('consents')
      .select([...shared, sql<ConsentRecord['action']>`action`.as('action')])
      .unionAll(db.selectFrom('withdrawals').select([...shared, sql<ConsentRecord['action']>`'withdrawn'`.as('action')]))
      .as('records'),
  );
}
