import type { Tx } from '../store/store.ts';
import { listEndpoints, type Endpoint } from './endpoints.ts';
import { waitingFor } from './list-deliveries.ts';

/** A problem with deliveries that needs a person, for the alerts. Times are milliseconds since the epoch. */
export type DeliveryCause = {
  kind: 'endpoint failing' | 'endpoint off' | 'deliveries failed';
  subject: string;
  reason: string;
  count: number;
  since: number;
};

/** Milliseconds of failing with everything after which staff are alerted. */
const LONG = 3_600_000;

export async function findDeliveryCauses(db: Tx, now: number): Promise<DeliveryCause[]> {
  const causes: DeliveryCause[] = [];
  for (const endpoint of await listEndpoints(db)) {
    const { id, state, failing_since: since, last_error: error, state_reason: reason } = endpoint;
    const subject = nameOf(endpoint);
    if (state === 'on' && since !== null && since < now - LONG)
      causes.push({ kind: 'endpoint failing', subject, reason: error ?? '', count: await waitingFor(db, id), since });
    // Staff switched it off themselves when there is no error.
    if (state === 'off' && error !== null)
      causes.push({ kind: 'endpoint off', subject, reason: reason ?? '', count: await waitingFor(db, id), since: since ?? now });
    const failed = await db
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('ended_at').as('since'), fn.max('last_error').as('reason')])
      .where('endpoint_id', '=', id)
      .where('status', '=', 'failed')
      .executeTakeFirstOrThrow();
    if (failed.count > 0)
      causes.push({ kind: 'deliveries failed', subject, reason: failed.reason ?? '', count: failed.count, since: failed.since ?? now });
  }
  return causes;
}

/** The host and the id: the rest of the address may be a secret. */
function nameOf({ id, url, kind }: Endpoint): string {
  return URL.canParse(url) ? `${new URL(url).host} (${id})` : kind;
}
