import type { Done } from '../http/desk-route.ts';
import { firstIdAt, newId } from '../store/id.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';

/** Action of the command `npm run desk -- link ADDRESS`. */
export const LINK_PRINTED = 'sign-in link printed';

/** A call of the desk that the account may not make. */
export const CALL_REFUSED = 'call refused';

export type StaffAction = Done & {
  accountId: string;
  action: string;
  now: number;
  /** Not recorded again if the same was recorded at this time (ms) or later. */
  unlessSince?: number | undefined;
};

/** Adds an entry to the record of actions, in the transaction of the action itself. */
export async function recordAction(tx: Tx, { unlessSince, ...entry }: StaffAction): Promise<void> {
  if (unlessSince !== undefined && (await wasRecorded(tx, entry, unlessSince))) return;
  const { accountId, action, subject, detail = {}, now } = entry;
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

/** Whether the same was recorded since: numbers in its detail may differ. */
async function wasRecorded(tx: Tx, { accountId, action, subject, detail = {} }: StaffAction, since: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('staff_actions')
    .select('detail')
    .distinct()
    .where('account_id', '=', accountId)
    .where('id', '>=', firstIdAt(since))
    .where('action', '=', action)
    .where('subject_id', subject === undefined ? 'is' : '=', subject?.id ?? null)
    .execute();
  const wanted = withoutCounts(detail);
  return rows.some((row) => withoutCounts(jsonObject(row.detail)) === wanted);
}

function withoutCounts(detail: object): string {
  return JSON.stringify(Object.entries(detail).filter(([, value]) => typeof value !== 'number'));
}
