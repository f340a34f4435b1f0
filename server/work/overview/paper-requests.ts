import { sql } from 'kysely';
import { paperCaller } from '../../../contract/callers.ts';
import type { Tx } from '../../store/store.ts';

/** How often a paper was asked for by e-mail, of these how often the address was confirmed, and how often the paper was sent. */
export type PaperRequests = { asked: number; confirmed: number; sent: number };

/** Counts the requests of each paper by the counts of days and by an index: no request is read. Requests that are erased or purged are no longer counted. */
export async function countPaperRequests(db: Tx, papers: readonly string[]): Promise<ReadonlyMap<string, PaperRequests>> {
  const counted = new Map<string, PaperRequests>();
  for (const id of papers) {
    const days = await db
      .selectFrom('lead_days')
      .select(({ fn }) => [fn.sum<number | null>('received').as('asked'), fn.sum<number | null>('verified').as('confirmed')])
      .where('dimension', '=', 'caller')
      .where('value', '=', paperCaller(id))
      .executeTakeFirstOrThrow();
    const { sent } = await db
      .selectFrom('lead_events')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      // A literal and no parameter, as in the condition of the partial index, so that the index is used.
      .where(sql<boolean>`kind = 'paper sent'`)
      .where('detail', '=', JSON.stringify({ paper: id }))
      .executeTakeFirstOrThrow();
    counted.set(id, { asked: days.asked ?? 0, confirmed: days.confirmed ?? 0, sent });
  }
  return counted;
}
