import type { Done } from '../http/desk-route.ts';
import { firstIdAt, newId } from '../store/id.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';

/** On the server, by `npm run desk -- link ADDRESS`. */
export const LINK_PRINTED = 'sign-in link printed';

export type StaffAction = Done & {
  accountId: string;
  action: string;
  now: number;
  /** Where the same was recorded at this time or later it is not recorded again. */
  unlessSince?: number | undefined;
};

/** One more entry of the record, in the transaction of what it tells. */
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

/** Whether the same was shown before: how much there was of it may differ. */
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
