import * as calls from '../../contract/desk/action-calls.ts';
import type { DeskRoute, Done } from '../http/desk-route.ts';
import { listAccounts } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';

const PAGE = 100;

export function actionRoutes(route: DeskRoute, { store }: DeskContext): void {
  route(calls.listActions, async (_who, { accountId, subjectId, before }) => {
    // An id has its time in it.
    let query = store.db.selectFrom('staff_actions').selectAll().orderBy('id', 'desc');
    if (accountId !== undefined) query = query.where('account_id', '=', accountId);
    if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.limit(PAGE + 1).execute();
    const names = new Map((await listAccounts(store.db)).map(({ id, name }) => [id, name]));
    const actions = rows.slice(0, PAGE).map(({ id, at, account_id: account, action, subject, subject_id: of, detail }) => ({
      id,
      at,
      accountId: account,
      name: names.get(account) ?? '',
      action,
      subject: subject === null || of === null ? null : { kind: subject, id: of },
      detail: JSON.parse(detail) as NonNullable<Done['detail']>,
    }));
    return { actions, more: rows.length > PAGE };
  });
}
