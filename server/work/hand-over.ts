import { sectionOf } from '../leads/lead-columns.ts';
import type { Tx } from '../store/store.ts';
import { giveTo, type WorkContext, type WorkStaff } from './work-routes.ts';

/** Whose requests go to whom; null: to nobody. */
export type Handing = { from: string; to: string | null; actor: string; now: () => number };

/** Requests that one transaction changes: on SQLite nobody else is answered meanwhile. */
const AT_ONCE = 20;

/**
 * Assigns all requests of an account to another one, each as the call for a single request does. After an interruption it can be called again.
 * @param record records each change in its transaction
 * @returns how many requests
 */
export async function handOver(
  context: Pick<WorkContext, 'store'> & { staff: Pick<WorkStaff, 'isStaff' | 'tell'> },
  { from, to, actor, now }: Handing,
  record: (tx: Tx, subject: { kind: string; id: string }) => Promise<void>,
): Promise<number> {
  for (let handed = 0; ;) {
    const some = await context.store.begin(async (tx) => {
      const rows = await tx
        .selectFrom('lead_work')
        .innerJoin('leads', 'leads.id', 'lead_work.lead_id')
        .select(['lead_id', 'version', 'kind'])
        .where('owner', '=', from)
        .orderBy('lead_id')
        .limit(AT_ONCE)
        .execute();
      for (const { lead_id: id, version, kind } of rows) {
        const section = sectionOf(kind);
        const { outcome } = await giveTo(tx, context, { id, version, actor, at: now(), section, owner: to });
        if (outcome === 'done') await record(tx, { kind: section, id });
      }
      return rows.length;
    });
    handed += some;
    if (some === 0 || from === to) return handed;
  }
}
