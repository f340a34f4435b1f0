import type { DeskMessage } from '../../contract/calls/desk/message-calls.ts';
import { answersOf, readable } from '../leads/lead-columns.ts';
import { readDeskLeads } from '../work/lead-page.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';

const MOST_OF_EXCERPT = 200;

/** Messages as the desk lists them, in the order of the ids; messages that no longer exist are left out. */
export async function readDeskMessages(db: Tx, ids: readonly string[]): Promise<DeskMessage[]> {
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
