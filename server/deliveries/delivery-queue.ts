import { sql } from 'kysely';
import { elementAt } from '../../contract/checked.ts';
import { createLeases, type Due, type Leases } from '../queue/leases.ts';
import type { DeliveryAttemptRow, DeliveryEndpointRow, DeliveryEventRow, DeliveryRow } from '../store/tables/delivery-tables.ts';
import { newId } from '../store/id.ts';
import { insertRows, rowsFor } from '../store/insert-rows.ts';
import type { Store, Tx } from '../store/store.ts';
import { endPauses, type Endpoint } from './endpoints.ts';
import { restOf, retryAt, FAILING } from './retry-times.ts';
import type { DeliveryOutcome } from './sending.ts';

export type Claimed = DeliveryRow & { event: Pick<DeliveryEventRow, 'id' | 'type'> & { payload: string } };

/** A worker's leases on deliveries. One that ends early, because a server stood still, cannot break the order: the delivery is only sent once more. */
export type DeliveryLeases = Leases<DeliveryRow>;

export function createDeliveryLeases(store: Store, given: { worker: string; now: () => number }): DeliveryLeases {
  return createLeases<DeliveryRow>(store, { name: 'deliveries', waiting: 'waiting', leased: 'waiting' }, given);
}

export type Claim = { endpoint: Pick<Endpoint, 'id'>; count: number; now: number };

/** Leases deliveries that are due. Of each lead only the earliest waiting one: later ones wait until it is delivered or given up. */
export async function claimDeliveries(store: Store, leases: DeliveryLeases, { endpoint, count, now }: Claim): Promise<Claimed[]> {
  const rows = await leases.claim((due) =>
    firstOf(due, endpoint)
      .where('run_at', '<=', now)
      .orderBy(sql`seq`)
      .limit(count),
  );
  return withEvents(store, rows);
}

/**
 * Leases one delivery to test whether an endpoint works again that failed with everything. When none is due, takes one that failed before: that does not count
 * as an attempt, and other deliveries are chosen first next time.
 */
export async function claimProbe(store: Store, leases: DeliveryLeases, { endpoint, now }: Omit<Claim, 'count'>): Promise<Claimed[]> {
  const rows = await leases.claim((due) =>
    firstOf(due, endpoint)
      .where((eb) => eb.or([eb('run_at', '<=', now), eb('attempts', '>', 0)]))
      .orderBy('run_at')
      .limit(1),
  );
  return withEvents(store, rows);
}

/** Those of an endpoint's deliveries that none of the same lead precedes. */
function firstOf(due: Due, endpoint: Pick<Endpoint, 'id'>): Due {
  return due.where(sql<boolean>`endpoint_id = ${endpoint.id} and not exists (
    select id from deliveries as earlier where earlier.endpoint_id = deliveries.endpoint_id and earlier.subject = deliveries.subject
      and earlier.status = 'waiting' and earlier.seq < deliveries.seq)`);
}

async function withEvents({ db }: Store, rows: readonly DeliveryRow[]): Promise<Claimed[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.event_id);
  const events = await db.selectFrom('delivery_events').select(['id', 'type', 'payload']).where('id', 'in', ids).execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  return rows
    .toSorted((one, other) => one.seq - other.seq)
    .flatMap((row) => {
      const event = byId.get(row.event_id);
      const payload = event?.payload ?? null;
      return event === undefined || payload === null ? [] : [{ ...row, event: { ...event, payload } }];
    });
}

type Settling = { endpointId: string; dialect: Store['dialect']; now: number; random?: (() => number) | undefined };

export type Attempted = { claimed: Claimed; outcome: DeliveryOutcome; at: number; ms: number };

/**
 * Stores how attempts ended, and updates the endpoint; deliveries that another server has taken over meanwhile are skipped. The endpoint's row is locked
 * before the rows of deliveries, as in all code that changes several: this prevents deadlocks between calls that end together.
 * @param calls what was attempted in each call, in the order in which they ended
 */
export async function settleDeliveries(
  tx: Tx,
  { endpointId, dialect, worker, calls, now, random }: Settling & { worker: string; calls: readonly (readonly Attempted[])[] },
): Promise<void> {
  const own = tx.selectFrom('delivery_endpoints').selectAll().where('id', '=', endpointId);
  // A lock that does not block enqueuing: new deliveries only refer to the endpoint's row.
  const endpoint = await (dialect === 'postgres' ? own.forNoKeyUpdate() : own).executeTakeFirst();
  const ended = calls.flat().map((attempted) => ({ ...attempted, values: endOf(attempted, { now, random }) }));
  const kept = new Set<string>();
  for (const same of Map.groupBy(ended, ({ values }) => JSON.stringify(values)).values()) {
    const ids = same.map(({ claimed }) => claimed.id);
    const rows = tx.updateTable('deliveries').set(elementAt(same, 0).values).where('id', 'in', ids).where('locked_by', '=', worker);
    for (const { id } of await rows.returning('id').execute()) kept.add(id);
  }
  const settled = ended.filter(({ claimed }) => kept.has(claimed.id));
  await insertRows(tx, [rowsFor('delivery_attempts', settled.map(attemptRow))]);
  for (const { claimed, outcome } of settled)
    if (outcome.taken && claimed.event.type === 'person.erased') await forget(tx, claimed.event_id);
  const outcomes = calls.map((attempted) => attempted.map(({ outcome }) => outcome));
  if (endpoint !== undefined) await settleEndpoint(tx, endpoint, { calls: outcomes, now, random });
}

/** What changes in a delivery's row: of those that are delivered the same, so that one statement changes all of them. */
function endOf({ claimed, outcome, at }: Attempted, { now, random }: Pick<Settling, 'now' | 'random'>) {
  const counts = outcome.taken || claimed.run_at <= at;
  const attempts = claimed.attempts + (counts ? 1 : 0);
  const again = outcome.taken || outcome.final === true ? undefined : retryAt({ attempts, now, retryAfter: outcome.retryAfter }, random);
  const status = outcome.taken ? 'delivered' : again === undefined ? 'failed' : 'waiting';
  return {
    status,
    attempts,
    ...(again !== undefined && { run_at: again }),
    locked_by: null,
    locked_until: null,
    last_error: outcome.error,
    ended_at: status === 'waiting' ? null : now,
  } as const;
}

function attemptRow({ claimed, outcome: { status, error, answer }, at, ms }: Attempted): DeliveryAttemptRow {
  // The answer to an erasure is not stored: it may name the erased person.
  const stored = claimed.event.type === 'person.erased' ? null : answer;
  return { id: newId(at), delivery_id: claimed.id, at, ms, status, error, answer: stored };
}

/** Deletes the payload of an erasure once every endpoint has accepted it. */
async function forget(tx: Tx, eventId: string): Promise<void> {
  const left = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '!=', 'delivered')
    .executeTakeFirst();
  if (left === undefined) await tx.updateTable('delivery_events').set({ payload: null }).where('id', '=', eventId).execute();
}

async function settleEndpoint(
  tx: Tx,
  endpoint: DeliveryEndpointRow,
  { calls, now, random }: Pick<Settling, 'now' | 'random'> & { calls: readonly (readonly DeliveryOutcome[])[] },
): Promise<void> {
  const { id } = endpoint;
  const after = calls.reduce((before, outcomes) => ({ ...before, ...changesOf(before, { outcomes, now, random }) }), endpoint);
  const { failures, failing_since, resume_at, last_error, state, state_reason } = after;
  const changes = { failures, failing_since, resume_at, last_error, state, state_reason };
  // An endpoint that goes on working has nothing to be stored.
  if (Object.entries(changes).some(([name, value]) => endpoint[name as keyof typeof changes] !== value))
    await tx.updateTable('delivery_endpoints').set(changes).where('id', '=', id).execute();
  // The endpoint works again: deliveries that failed meanwhile are due now, instead of after long pauses.
  if (endpoint.failures >= FAILING && calls.flat().some(({ taken }) => taken)) await endPauses(tx, id, now);
}

/** What a call changes in its endpoint's row. */
function changesOf(
  endpoint: DeliveryEndpointRow,
  { outcomes, now, random }: Pick<Settling, 'now' | 'random'> & { outcomes: readonly DeliveryOutcome[] },
): Partial<DeliveryEndpointRow> {
  const gone = outcomes.find((outcome) => outcome.gone !== undefined)?.gone;
  const failed = outcomes.findLast((outcome) => !outcome.taken);
  const works = outcomes.some((outcome) => outcome.taken);
  // Calls that fail at the same time count as one failure.
  const failures = works ? 0 : endpoint.failures + (endpoint.resume_at > now ? 0 : 1);
  const pause = Math.max(restOf(failures, random), ...outcomes.map(({ retryAfter }) => Math.min(retryAfter ?? 0, HOUR)));
  return {
    failures,
    failing_since: works ? null : (endpoint.failing_since ?? now),
    resume_at: works ? 0 : now + pause,
    last_error: works ? null : (failed?.error ?? null),
    ...(gone !== undefined && { state: 'off', state_reason: gone }),
  };
}

const HOUR = 3_600_000;
