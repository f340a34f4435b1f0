import * as calls from '../../contract/calls/desk/message-calls.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { COUNTED, countLeads } from '../work/index/lead-list.ts';
import type { LeadListFilter } from '../work/index/list-filter.ts';
import { answerLead } from '../work/answer-lead.ts';
import { readLeadPage } from '../work/lead-page.ts';
import { changeLeadState } from '../work/lead-work.ts';
import { workOn, workRoutes, type WorkContext } from '../work/work-routes.ts';
import { readDeskMessages } from './desk-messages.ts';

/** Messages are handled like leads, with two states: new means open, contacted means answered. */
export function messageDeskRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, settings, now } = context;
  workRoutes(route, context, {
    section: 'message',
    calls: calls.messageWork,
    filter: filterOf,
    rows: (ids) => readDeskMessages(store.db, ids),
    page: (id, sections) =>
      readLeadPage(
        { db: store.db, settings },
        id,
        sections.filter((section) => section !== 'application'),
      ),
    answer: (tx, answer) => answerLead(tx, { dialect: store.dialect, settings }, answer),
    told: ({ way }) => ({ way }),
  });

  route(calls.countMessagesCall, async (who, asked) => {
    const count = await countLeads(store, filterOf(who.accountId, asked));
    return { count: Math.min(count, COUNTED), more: count > COUNTED };
  });

  route(calls.closeMessageCall, async (who, { id, version, answered }) =>
    workOn(context, { section: 'message', who, id }, (tx) =>
      changeLeadState(tx, store.dialect, { id, version, state: answered ? 'contacted' : 'new', actor: who.accountId, at: now() }),
    ),
  );
}

function filterOf(viewer: string, { view, search }: CallRequest<typeof calls.countMessagesCall>): LeadListFilter {
  const asked = { section: 'message', ...(search !== undefined && { search }) } as const;
  if (view === 'open') return { ...asked, state: 'new' };
  if (view === 'answered') return { ...asked, state: 'contacted' };
  if (view === 'mine') return { ...asked, state: 'new', owner: viewer };
  return view === 'spam' ? { ...asked, view } : asked;
}
