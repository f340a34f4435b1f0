import * as calls from '../../contract/calls/desk/message-calls.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { furtherAfter, type DeskRoute, type StaffCaller } from '../http/desk-route.ts';
import { COUNTED, countLeads, findLeadPage } from '../leads/index/lead-list.ts';
import type { LeadListFilter } from '../leads/index/list-filter.ts';
import { readLeadPage } from '../leads/work/lead-page.ts';
import { changeLeadState } from '../leads/work/lead-work.ts';
import { missing, workOn, workRoutes, type WorkContext } from '../leads/work/work-routes.ts';
import { readDeskMessages } from './desk-messages.ts';

/** Messages are worked as leads are, in two states: what is new is open, what is contacted is answered. */
export function messageDeskRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, settings, now } = context;

  route(calls.listMessagesCall, async (who, { cursor, limit, ...asked }) => {
    const page = await findLeadPage(store, { filter: filterOf(who, asked), sort: 'newest', cursor, limit });
    const messages = await readDeskMessages(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    await who.record(store.db, { detail: { messages: messages.length, view: asked.view ?? 'all', ...furtherAfter(cursor) } });
    return { messages, next: page.next ?? null };
  });

  route(calls.countMessagesCall, async (who, asked) => {
    const count = await countLeads(store, filterOf(who, asked));
    return { count: Math.min(count, COUNTED), more: count > COUNTED };
  });

  route(calls.readMessageCall, async ({ roles, record }, { id }) => {
    const others: LeadSection[] = mayUse(roles, 'leads.read') ? ['message', 'lead'] : ['message'];
    const page = await readLeadPage({ db: store.db, settings }, id, others);
    if (page?.section !== 'message') return missing();
    await record(store.db, { subject: { kind: 'message', id } });
    return page;
  });

  route(calls.closeMessageCall, async (who, { id, version, answered }) =>
    workOn(context, { section: 'message', who, id }, (tx) =>
      changeLeadState(tx, store.dialect, { id, version, state: answered ? 'contacted' : 'new', actor: who.accountId, at: now() }),
    ),
  );

  const { messageChanges: changes, assignMessageCall: assign, noteMessage: note } = calls;
  const { answerMessageCall: answer, releaseMessageCall: release } = calls;
  workRoutes(route, context, { section: 'message', calls: { changes, assign, note, answer, release } });
}

function filterOf(
  { accountId }: StaffCaller,
  { view, search }: Pick<CallRequest<typeof calls.listMessagesCall>, 'view' | 'search'>,
): LeadListFilter {
  const asked = { section: 'message', ...(search !== undefined && { search }) } as const;
  if (view === 'open') return { ...asked, state: 'new' };
  if (view === 'answered') return { ...asked, state: 'contacted' };
  if (view === 'mine') return { ...asked, state: 'new', owner: accountId };
  return view === 'spam' ? { ...asked, view } : asked;
}
