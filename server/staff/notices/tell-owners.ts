import { leadNews, type LeadNews } from '../../../contract/desk/lead-news.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import type { HistoryEntry, Subscriber } from '../../leads/history/history-subscribers.ts';
import { readPermission } from '../../leads/lead-columns.ts';
import type { Tx } from '../../store/store.ts';
import { listAccounts } from '../accounts.ts';
import { tellStaff } from './staff-notices.ts';

/** Tells owners what happens to their leads. */
export const leadNewsSubscriber: Subscriber = {
  name: 'staff notices',
  async take(tx, entries) {
    const news = entries.filter(isNews);
    if (news.length > 0) await tellNews(tx, news);
  },
};

type News = HistoryEntry & { kind: LeadNews };

function isNews(entry: HistoryEntry): entry is News {
  return leadNews.some((kind) => kind === entry.kind);
}

async function tellNews(tx: Tx, news: readonly News[]): Promise<void> {
  const events = await tx
    .selectFrom('lead_events')
    .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['lead_events.id', 'lead_events.actor', 'leads.kind', 'lead_work.owner'])
    .where(
      'lead_events.id',
      'in',
      news.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  const staff = (await listAccounts(tx)).filter(({ state }) => state !== 'revoked');
  for (const { id, lead_id: leadId, at, kind } of news) {
    const event = byId.get(id);
    if (event === undefined) continue;
    const owner = staff.filter((account) => account.id === event.owner);
    const readers = staff.filter(({ roles }) => mayUse(roles, readPermission(event.kind)));
    // The coming removal of a request without an owner is announced to everybody who may read it.
    const told = owner.length === 0 && kind === 'removal announced' ? readers : owner;
    await tellStaff(tx, { accounts: told.map((account) => account.id), leadId, event: id, kind, actor: event.actor, at });
  }
}
