import type { DeliveryAttemptRow, DeliveryRow, EndpointKind } from '../store/tables/delivery-tables.ts';
import type { Tx } from '../store/store.ts';
import { lockEndpoint } from './endpoints.ts';

export type ListedDelivery = Pick<
  DeliveryRow,
  'id' | 'seq' | 'event_id' | 'endpoint_id' | 'status' | 'attempts' | 'run_at' | 'last_error' | 'created_at' | 'ended_at'
> & {
  type: string;
  lead_id: string | null;
};

export type DeliveryFilter = { endpointId?: string; status?: DeliveryRow['status']; limit?: number; before?: number };

/** Deliveries, newest first. `before`: only those with a smaller `seq`. */
export async function listDeliveries(db: Tx, { endpointId, status, limit = 50, before }: DeliveryFilter): Promise<ListedDelivery[]> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('delivery_events', 'delivery_events.id', 'deliveries.event_id')
    .select([
      'deliveries.id',
      'seq',
      'event_id',
      'endpoint_id',
      'status',
      'attempts',
      'run_at',
      'last_error',
      'created_at',
      'ended_at',
      'delivery_events.type',
      'delivery_events.lead_id',
    ])
    .orderBy('seq', 'desc')
    .limit(limit);
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('seq', '<', before);
  return query.execute();
}

export async function listAttempts(db: Tx, deliveryId: string): Promise<DeliveryAttemptRow[]> {
  return db.selectFrom('delivery_attempts').selectAll().where('delivery_id', '=', deliveryId).orderBy('at').orderBy('id').execute();
}

/** The latest three attempts of each delivery, newest first. */
export async function latestAttemptsOf(db: Tx, deliveryIds: readonly string[]): Promise<Map<string, DeliveryAttemptRow[]>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db.selectFrom('delivery_attempts').selectAll().where('delivery_id', 'in', deliveryIds).orderBy('id', 'desc').execute();
  const byDelivery = Map.groupBy(rows, (row) => row.delivery_id);
  return new Map([...byDelivery].map(([id, attempts]) => [id, attempts.slice(0, FEW)]));
}

const FEW = 3;

/** When the oldest waiting delivery was enqueued, milliseconds since the epoch. */
export async function oldestFor(db: Tx, endpointId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('created_at')
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'waiting')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export async function waitingFor(db: Tx, endpointId: string): Promise<number> {
  const { n } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return n;
}

export type ResendFilter = { id: string } | { since: number; endpointId?: string; failedOnly?: boolean };

/**
 * Sends deliveries again, in a transaction: by their id or their event's, or all since a time; with the same event ids and in order. Erasures that every
 * endpoint accepted cannot be sent again, because their payload is deleted.
 * @returns how many
 */
export async function resend(db: Tx, filter: ResendFilter, now: number): Promise<number> {
  const there = db.selectFrom('delivery_events').select('id').where('payload', 'is not', null);
  let query = db
    .updateTable('deliveries')
    .set({ status: 'waiting', attempts: 0, run_at: now, ended_at: null })
    .where('event_id', 'in', there)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]));
  if ('id' in filter) query = query.where((eb) => eb.or([eb('id', '=', filter.id), eb('event_id', '=', filter.id)]));
  else {
    await lockEndpoint(db, filter.endpointId);
    query = query.where('created_at', '>=', filter.since);
    if (filter.endpointId !== undefined) query = query.where('endpoint_id', '=', filter.endpointId);
    if (filter.failedOnly === true) query = query.where('status', '=', 'failed');
  }
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

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
