import * as calls from '../../contract/calls/desk/lead-calls.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import { furtherAfter, type DeskRoute, type StaffCaller } from '../http/desk-route.ts';
import { dayInZone } from '../leads/index/day-in-zone.ts';
import { visibleSections } from '../leads/index/index-terms.ts';
import { readLeadChoices } from '../leads/index/lead-choices.ts';
import { COUNTED, countLeads, findLeadPage } from '../leads/index/lead-list.ts';
import type { LeadListFilter } from '../leads/index/list-filter.ts';
import { exportLeads } from '../leads/work/lead-export.ts';
import { readDeskLeads, readLeadPage } from '../leads/work/lead-page.ts';
import { changeLeadState } from '../leads/work/lead-work.ts';
import { sendFreshLink } from '../leads/work/send-link.ts';
import { fieldRoutes, missing, workOn, workRoutes, type WorkContext } from '../leads/work/work-routes.ts';
import { listAccounts } from './accounts.ts';

export function leadRoutes(route: DeskRoute, context: WorkContext): void {
  listRoutes(route, context);
  pageRoutes(route, context);
  changeRoutes(route, context);
  fieldRoutes(route, context, 'lead');
  const { leadChanges: changes, assignLeadCall: assign, noteLead: note, answerLeadCall: answer, releaseLeadCall: release } = calls;
  workRoutes(route, context, { section: 'lead', calls: { changes, assign, note, answer, release } });
}

function listRoutes(route: DeskRoute, { store, settings, now }: WorkContext): void {
  route(calls.listLeadsCall, async (who, { sort, cursor, limit, ...asked }) => {
    const page = await findLeadPage(store, { filter: filterOf(who, asked), sort, cursor, limit });
    const leads = await readDeskLeads(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    await who.record(store.db, { detail: { leads: leads.length, ...told(asked), ...furtherAfter(cursor) } });
    return { leads, next: page.next ?? null, previous: page.previous ?? null, complete: page.complete };
  });

  route(calls.countLeadsCall, async (who, asked) => {
    const count = await countLeads(store, filterOf(who, asked));
    return { count: Math.min(count, COUNTED), more: count > COUNTED };
  });

  route(calls.leadChoices, () => readLeadChoices(store.db));

  route(calls.exportLeadsCall, async (who, { sort, ...asked }) => {
    const filter = filterOf(who, asked);
    await who.record(store.db, { detail: { leads: await countLeads(store, filter), ...told(asked) } });
    const name = `leads-${dayInZone(now(), settings.TIME_ZONE)}.csv`;
    const names = new Map((await listAccounts(store.db)).map((account) => [account.id, account.name]));
    const words = {
      zone: settings.TIME_ZONE,
      nameOf: (account: string) => names.get(account) ?? 'somebody who left',
      deskUrl: settings.DESK_URL,
    };
    return { type: 'text/csv; charset=utf-8', name, bytes: undefined, content: exportLeads(store, { filter, sort }, words) };
  });
}

function pageRoutes(route: DeskRoute, { store, settings }: WorkContext): void {
  route(calls.readLeadCall, async ({ roles, record }, { id }) => {
    const page = await readLeadPage({ db: store.db, settings }, id, visibleSections(roles));
    if (page?.section !== 'lead') return missing();
    await record(store.db, { subject: { kind: 'lead', id } });
    return page;
  });
}

function changeRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, wake, now } = context;

  route(calls.changeLeadStateCall, async (who, { id, version, state, reason }) =>
    workOn(context, { section: 'lead', who, id }, (tx) =>
      changeLeadState(tx, store.dialect, { id, version, state, reason, actor: who.accountId, at: now() }),
    ),
  );

  route(calls.sendLeadLink, async (who, { id }) => {
    const sent = await workOn(context, { section: 'lead', who, id }, async (tx) => ({
      outcome: await sendFreshLink(tx, { id, actor: who.accountId, at: now() }),
    }));
    wake();
    return sent;
  });
}

type Asked = CallRequest<typeof calls.countLeadsCall>;

function filterOf({ accountId: viewer }: StaffCaller, asked: Asked): LeadListFilter {
  return { section: 'lead', viewer, ...asked };
}

/** What the record says of a filter: which there were, and nothing that somebody typed. */
function told(asked: Asked): { filters: string } {
  const names = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { filters: names.join(' ') };
}
