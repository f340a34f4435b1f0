import type { EndpointKind } from '../store/tables/delivery-tables.ts';
import type { Tx } from '../store/store.ts';

/** Unfinished deliveries of one kind of endpoint. Times are milliseconds since the epoch. */
export type LiveDeliveries = {
  kind: EndpointKind;
  waiting: number;
  /** How many of them have been due for more than a minute. */
  late: number;
  /** When the oldest of them was enqueued; undefined when none is waiting. */
  oldestAt: number | undefined;
  /** How many were given up. */
  failed: number;
};

const LATE = 60_000;

/** Counts deliveries that are waiting or failed, by kind of endpoint. Partial indexes make this quick however many are done. */
export async function countDeliveries(db: Tx, now: number): Promise<LiveDeliveries[]> {
  const waiting = await db
    .selectFrom('deliveries')
    .innerJoin('delivery_endpoints', 'delivery_endpoints.id', 'deliveries.endpoint_id')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .count<number>(
          eb
            .case()
            .when('run_at', '<', now - LATE)
            .then(1)
            .end(),
        )
        .as('late'),
      eb.fn.min('deliveries.created_at').as('oldestAt'),
    ])
    .where('status', '=', 'waiting')
    .groupBy('kind')
    .execute();
  const failed = await db
    .selectFrom('deliveries')
    .innerJoin('delivery_endpoints', 'delivery_endpoints.id', 'deliveries.endpoint_id')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'failed')
    .groupBy('kind')
    .execute();
  const kinds = new Set([...waiting, ...failed].map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const { count = 0, late = 0, oldestAt } = waiting.find((one) => one.kind === kind) ?? {};
    return { kind, waiting: count, late, oldestAt, failed: failed.find((one) => one.kind === kind)?.count ?? 0 };
  });
}
