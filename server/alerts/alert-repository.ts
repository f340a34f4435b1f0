import { lockNamed } from '../store/database/named-lock.ts';
import type { Store, Tx } from '../store/store.ts';
import { causeKey, type AlertCause } from './alert-causes.ts';

const hour = 3_600_000;
/** Milliseconds: a cause that returns within this counts as the same one. */
const SAME = hour;
/** Milliseconds after which a cause is reported again, when it got worse. */
const AGAIN = 24 * hour;

/** `over`: ended at this look. `ended`: over for an hour, so that a cause that comes and goes is not reported as ended each time. */
export type AlertNews = { told: AlertCause[]; over: { cause: string; since: number }[]; ended: EndedCause[] };
export type EndedCause = { cause: string; since: number; until: number };

/** Value of `told_at` once the end of a cause was reported. */
const END_TOLD = 0;

/** Stores the causes found, and returns what is new, to one server only. Runs in the caller's transaction. */
export async function noteCauses(store: Store, tx: Tx, found: readonly AlertCause[], now: number): Promise<AlertNews> {
  await lockNamed(store.dialect, tx, 'alerts');
  const rows = await tx.selectFrom('alerts').selectAll().execute();
  const known = new Map(rows.map((row) => [row.cause, row]));
  const told: AlertCause[] = [];
  for (const cause of found) {
    const key = causeKey(cause);
    const row = known.get(key);
    known.delete(key);
    const fresh = row === undefined || (row.closed_at !== null && row.closed_at < now - SAME);
    const worse = row !== undefined && row.told_at < now - AGAIN && cause.count > row.told_count;
    if (fresh || worse) {
      told.push(cause);
      const values = {
        opened_at: row === undefined || fresh ? now : row.opened_at,
        told_at: now,
        told_count: cause.count,
        closed_at: null,
      };
      await tx
        .insertInto('alerts')
        .values({ cause: key, ...values })
        .onConflict((conflict) => conflict.column('cause').doUpdateSet(values))
        .execute();
    } else if (row.closed_at !== null) await tx.updateTable('alerts').set({ closed_at: null }).where('cause', '=', key).execute();
  }
  const over = [...known.values()].filter(({ closed_at: closed }) => closed === null);
  for (const { cause } of over) await tx.updateTable('alerts').set({ closed_at: now }).where('cause', '=', cause).execute();
  const ended = [...known.values()].flatMap(({ cause, opened_at: since, closed_at: until, told_at: toldAt }) =>
    until !== null && until <= now - SAME && until > now - 2 * SAME && toldAt !== END_TOLD ? [{ cause, since, until }] : [],
  );
  for (const { cause } of ended) await tx.updateTable('alerts').set({ told_at: END_TOLD }).where('cause', '=', cause).execute();
  return { told, over: over.map(({ cause, opened_at: since }) => ({ cause, since })), ended };
}
