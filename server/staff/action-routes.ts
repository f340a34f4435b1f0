import * as calls from '../../contract/calls/desk/action-calls.ts';
import { present } from '../../contract/checked.ts';
import { actionDetailWords, actionWords, commandName } from '../../contract/desk/action-words.ts';
import { deskCalls } from '../../contract/calls/desk/call-list.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import { csv, csvHead } from '../cli/text-table.ts';
import type { DeskRoute, Done } from '../http/desk-route.ts';
import { jsonObject } from '../store/json-column.ts';
import type { StaffActionRow } from '../store/tables/staff-tables.ts';
import type { Tx } from '../store/store.ts';
import { listAccounts } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { seenLeads, type SeenLead } from './seen-leads.ts';
import { CALL_REFUSED, LINK_PRINTED } from './staff-actions.ts';

const PAGE = 100;

/** The actions of calls, and those that are not made by a call. */
const choices = [
  ...new Set(['signed in', 'address changed', LINK_PRINTED, CALL_REFUSED, ...deskCalls.flatMap(({ action }) => action ?? [])]),
].toSorted((a, b) => a.localeCompare(b));

export function actionRoutes(route: DeskRoute, { store, now }: Pick<DeskContext, 'store' | 'now'>): void {
  route(calls.listActions, async ({ roles }, { before, ...filter }) => {
    const rows = await readActions(store.db, filter, { before, limit: PAGE + 1 });
    const names = await readNames(store.db);
    const shown = rows.slice(0, PAGE);
    const requests = await seenLeads(store.db, [...new Set(shown.flatMap(({ subject_id: of }) => of ?? []))], roles);
    const actions = shown.map(({ id, at, account_id: account, action, subject, subject_id: of, detail }) => ({
      id,
      at,
      accountId: account,
      name: names.get(account) ?? commandName(account) ?? '',
      action,
      subject: subject === null || of === null ? null : { kind: subject, id: of, request: requestOf(requests.get(of)) },
      detail: jsonObject(detail) as NonNullable<Done['detail']>,
    }));
    return { actions, more: rows.length > PAGE, choices };
  });

  route(calls.exportActions, async ({ record }, filter) => {
    // The export ends before the entry of the export itself.
    const [latest] = await readActions(store.db, filter, { limit: 1 });
    await record(store.db, { detail: { filters: Object.keys(filter).join(' ') } });
    const name = `actions-${new Date(now()).toISOString().slice(0, 10)}.csv`;
    const content = linesOf(store.db, filter, latest);
    return { type: 'text/csv; charset=utf-8', name, bytes: undefined, content };
  });
}

function requestOf(seen: SeenLead | undefined) {
  return seen === undefined ? null : { section: seen.section, name: seen.name };
}

type Filter = CallRequest<typeof calls.exportActions>;

function readActions(
  db: Tx,
  { accountId, action, subjectId, since, until }: Filter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StaffActionRow[]> {
  // Ids begin with their time, so this is the order of time.
  let query = db.selectFrom('staff_actions').selectAll().orderBy('id', 'desc');
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.limit(limit).execute();
}

async function* linesOf(db: Tx, filter: Filter, latest: StaffActionRow | undefined): AsyncGenerator<string> {
  yield csvHead(['When (UTC)', 'Who', 'Account', 'What', 'Of', 'Number', 'More']);
  const names = await readNames(db);
  const lines = (rows: readonly StaffActionRow[]) =>
    csv(
      rows.map(({ at, account_id: account, action, subject, subject_id: of, detail }) => [
        new Date(at).toISOString().slice(0, 19).replace('T', ' '),
        names.get(account) ?? commandName(account) ?? '',
        account,
        actionWords(action),
        subject ?? '',
        of ?? '',
        actionDetailWords(jsonObject(detail) as NonNullable<Done['detail']>, (id) => names.get(id)),
      ]),
    );
  for (let rows = latest === undefined ? [] : [latest]; rows.length > 0;) {
    yield `${lines(rows)}\r\n`;
    rows = await readActions(db, filter, { before: present(rows.at(-1)).id, limit: PAGE });
  }
}

async function readNames(db: Tx): Promise<Map<string, string>> {
  return new Map((await listAccounts(db)).map(({ id, name }) => [id, name]));
}
