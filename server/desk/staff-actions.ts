import type { Done } from '../http/desk-route.ts';
import { newId } from '../store/id.ts';
import type { Tx } from '../store/store.ts';

/** On the server, by `npm run desk -- link ADDRESS`. */
export const LINK_PRINTED = 'sign-in link printed';

export type StaffAction = Done & { accountId: string; action: string; now: number };

/** One more entry of the record, in the transaction of what it tells. */
export async function recordAction(tx: Tx, { accountId, action, subject, detail = {}, now }: StaffAction): Promise<void> {
  const row = {
    id: newId(now),
    at: now,
    account_id: accountId,
    action,
    subject: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    detail: JSON.stringify(detail),
  };
  await tx.insertInto('staff_actions').values(row).execute();
}
