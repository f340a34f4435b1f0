import * as calls from '../../contract/calls/desk/message-calls.ts';
import type { DeskMessage } from '../../contract/calls/desk/message-calls.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { COUNTED, countLeads } from '../work/index/lead-list.ts';
import type { LeadListFilter } from '../work/index/list-filter.ts';
import { answerLead } from '../work/answer-lead.ts';
import { readLeadPage, readDeskLeads } from '../work/lead-page.ts';
import { changeLeadState } from '../work/lead-work.ts';
import { workOn, workRoutes, type WorkContext } from '../work/work-routes.ts';
import { answersOf, readable } from '../leads/lead-columns.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';

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
        { db: store.db, settings, now: now() },
        id,
        sections.filter((section) => section !== 'application'),
      ),
    answer: (tx, answer) => answerLead(tx, { dialect: store.dialect, settings }, answer),
    recorded: ({ way }) => ({ way }),
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

const MOST_OF_EXCERPT = 200;

/** Messages as the desk lists them, in the order of the ids; messages that no longer exist are left out. */
async function readDeskMessages(db: Tx, ids: readonly string[]): Promise<DeskMessage[]> {
  if (ids.length === 0) return [];
  const leads = await readDeskLeads(db, ids);
  const texts = await db.selectFrom('leads').select(['id', 'answers']).where('id', 'in', ids).execute();
  const byId = new Map(texts.map((row) => [row.id, answersOf(readable(row))]));
  const answered = await readAnswered(db, ids);
  return leads.map((lead) => {
    const { subject = '', message = '' } = byId.get(lead.id) ?? {};
    const last = lead.state === 'new' ? undefined : answered.get(lead.id);
    return {
      ...lead,
      subject,
      excerpt: message.slice(0, MOST_OF_EXCERPT).toWellFormed(),
      answeredBy: last?.actor ?? null,
      answeredAt: last?.at ?? null,
    };
  });
}

type Answered = { actor: string | null; at: number };

/** Who answered each message last or marked it as answered, and when. */
async function readAnswered(db: Tx, ids: readonly string[]): Promise<Map<string, Answered>> {
  const events = await db
    .selectFrom('lead_events')
    .select(['lead_id', 'kind', 'actor', 'at', 'detail'])
    .where('lead_id', 'in', ids)
    .where('kind', 'in', ['answered', 'state changed'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const isAnswer = ({ kind, detail }: (typeof events)[number]) => kind === 'answered' || jsonObject(detail)['to'] !== 'new';
  return new Map(events.filter(isAnswer).map(({ lead_id: id, actor, at }) => [id, { actor, at }]));
}
