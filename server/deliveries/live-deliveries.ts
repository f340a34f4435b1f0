import type { EndpointKind } from '../store/delivery-schema.ts';
import type { Tx } from '../store/store.ts';

/** What is to be delivered to the endpoints of a kind. Times are milliseconds since the epoch. */
export type LiveDeliveries = {
  kind: EndpointKind;
  waiting: number;
  /** Of these, due for more than a minute. */
  late: number;
  /** Since when the oldest of them waits; undefined where none does. */
  oldestAt: number | undefined;
  /** Given up. */
  failed: number;
};

const LATE = 60_000;

/** By the kind of the endpoint, those that are not done: indexes have them apart from the many that are. */
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
