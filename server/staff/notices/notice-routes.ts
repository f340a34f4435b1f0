import * as v from 'valibot';
import * as calls from '../../../contract/calls/desk/notice-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import { readable, requestOf, sectionOf } from '../../leads/lead-columns.ts';
import { fullName } from '../../leads/lead-repository.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { DeskContext } from '../desk-context.ts';
import { countUnread, latestNotices, markRead } from './staff-notices.ts';

const sees = { lead: 'leads.read', message: 'messages.read', application: 'applications.read' } as const;
const note = v.object({ text: v.string() });

export function noticeRoutes(route: DeskRoute, { store, now }: Pick<DeskContext, 'store' | 'now'>): void {
  route(calls.countNotices, async ({ accountId }) => ({ unread: await countUnread(store.db, accountId) }));

  route(calls.listNotices, async ({ accountId, roles, record }) => {
    const rows = await latestNotices(store.db, accountId);
    await record(store.db, { detail: { notices: rows.length } });
    const notices = rows.map(({ id, at, kind, actor, read_at: readAt, lead_id: leadId, kind_of_lead: kindOfLead, detail, ...lead }) => {
      const section = sectionOf(kindOfLead);
      const isSeen = mayUse(roles, sees[section]);
      const noted = v.safeParse(note, jsonObject(detail));
      return {
        id,
        at,
        kind,
        actor,
        about: {
          id: leadId,
          section,
          request: requestOf({ ...readable(lead), kind: kindOfLead }).request,
          name: isSeen ? fullName(readable(lead)) : '',
        },
        text: isSeen && noted.success ? noted.output.text : null,
        readAt,
      };
    });
    return { notices };
  });

  route(calls.readNotices, async ({ accountId }, { about }) => {
    await markRead(store.db, { account: accountId, leadId: about, at: now() });
    return {};
  });
}
