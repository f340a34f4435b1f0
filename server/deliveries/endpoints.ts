import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { alwaysTold, eventTypes, type EventType } from '../../contract/events.ts';
import type { DeliveryEndpointRow } from '../store/tables/delivery-tables.ts';
import { newId } from '../store/id.ts';
import type { Tx } from '../store/store.ts';

/** `since` and `until` are milliseconds since the epoch; `until` is when a replaced secret stops signing. */
export type EndpointSecret = { secret: string; since: number; until?: number };

export type Endpoint = Omit<DeliveryEndpointRow, 'events' | 'secrets'> & {
  events: readonly EventType[];
  secrets: readonly EndpointSecret[];
};

export async function listEndpoints(db: Tx, states: readonly Endpoint['state'][] = ['on', 'held', 'off']): Promise<Endpoint[]> {
  const rows = await db
    .selectFrom('delivery_endpoints')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(endpointOf).filter(({ state }) => states.includes(state));
}

/** Finds an endpoint by its id, or by the beginning of an id that matches only one. */
export async function findEndpoint(db: Tx, id: string): Promise<Endpoint | undefined> {
  const found = (await listEndpoints(db)).filter((endpoint) => endpoint.id.startsWith(id));
  return found.find((endpoint) => endpoint.id === id) ?? (found.length === 1 ? found[0] : undefined);
}

/** Finds an endpoint by its full id. */
export async function exactEndpoint(db: Tx, id: string): Promise<Endpoint | undefined> {
  const row = await db.selectFrom('delivery_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
  return row && endpointOf(row);
}

/** Whether an endpoint gets an event. Every endpoint that gets personal data also gets the events about erasing it. */
export function wants({ kind, events }: Pick<Endpoint, 'kind' | 'events'>, type: EventType): boolean {
  // A chat gets no personal data, and cannot erase any.
  return events.includes(type) || (kind !== 'chat' && alwaysTold.includes(type));
}

export async function addEndpoint(
  db: Tx,
  { kind, url, events, now, id = `ep_${newId(now)}` }: Pick<Endpoint, 'kind' | 'url' | 'events'> & { now: number; id?: string },
): Promise<Endpoint> {
  const secrets: EndpointSecret[] = kind === 'webhook' ? [{ secret: newSecret(), since: now }] : [];
  const row: DeliveryEndpointRow = {
    id,
    kind,
    url,
    events: listed(events),
    secrets: JSON.stringify(secrets),
    state: 'on',
    state_reason: null,
    created_at: now,
    ...well,
  };
  await db
    .insertInto('delivery_endpoints')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return endpointOf(row);
}

export async function changeEvents(db: Tx, id: string, events: readonly EventType[]): Promise<void> {
  await db
    .updateTable('delivery_endpoints')
    .set({ events: listed(events) })
    .where('id', '=', id)
    .execute();
}

function listed(events: readonly EventType[]): string {
  return JSON.stringify(eventTypes.filter((type) => events.includes(type)));
}

/** Removes an endpoint with its deliveries, sent and waiting. */
export async function removeEndpoint(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('delivery_endpoints').where('id', '=', id).execute();
}

export async function switchEndpoint(db: Tx, id: string, change: Pick<Endpoint, 'state' | 'state_reason'>): Promise<void> {
  await db
    .updateTable('delivery_endpoints')
    .set({ ...change, ...well })
    .where('id', '=', id)
    .execute();
}

/** Switches an endpoint on; deliveries that failed before are due at once. */
export async function enableEndpoint(db: Tx, id: string, now: number): Promise<void> {
  await switchEndpoint(db, id, { state: 'on', state_reason: null });
  await endPauses(db, id, now);
}

/** Locks an endpoint's row before several of its deliveries are changed, in a transaction: prevents deadlocks. @param id undefined for all endpoints */
export async function lockEndpoint(tx: Tx, id: string | undefined): Promise<void> {
  let rows = tx.updateTable('delivery_endpoints').set((eb) => ({ failures: eb.ref('failures') }));
  if (id !== undefined) rows = rows.where('id', '=', id);
  await rows.execute();
}

/** Makes deliveries due that failed before. Those that were not tried yet keep their time. */
export async function endPauses(db: Tx, endpointId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ run_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'waiting')
    .where('run_at', '>', now)
    .where('attempts', '>', 0)
    .execute();
}

/** Stops all endpoints after a restore: the server that was backed up may have sent what is waiting. @returns how many */
export async function suspendEndpoints(db: Tx, reason: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('delivery_endpoints')
    .set({ state: 'held', state_reason: reason })
    .where('state', '=', 'on')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Adds a secret. Earlier ones go on signing until `until` (milliseconds since the epoch), so that receivers have time to change theirs. */
export async function rotateSecret(db: Tx, endpoint: Endpoint, { now, until }: { now: number; until: number }): Promise<string> {
  const secret = newSecret();
  const before = signingSecrets(endpoint, now).map((one) => ({ ...one, until: Math.min(one.until ?? until, until) }));
  const secrets: EndpointSecret[] = [{ secret, since: now }, ...before];
  await db
    .updateTable('delivery_endpoints')
    .set({ secrets: JSON.stringify(secrets) })
    .where('id', '=', endpoint.id)
    .execute();
  return secret;
}

export function signingSecrets({ secrets }: Pick<Endpoint, 'secrets'>, now: number): EndpointSecret[] {
  return secrets.filter(({ until }) => until === undefined || until > now);
}

const well = { failures: 0, failing_since: null, resume_at: 0, last_error: null } as const;

/** 256 bits; the Standard Webhooks specification demands 24 to 64 bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Parses a row. An endpoint whose row cannot be read counts as off, with the reason; others are not affected. */
function endpointOf(row: DeliveryEndpointRow): Endpoint {
  const [events, secrets] = [v.safeParse(storedEvents, row.events), v.safeParse(storedSecrets, row.secrets)];
  if (events.success && secrets.success) return { ...row, events: events.output as EventType[], secrets: secrets.output };
  return { ...row, events: [], secrets: [], state: 'off', last_error: UNREADABLE, state_reason: UNREADABLE };
}

const UNREADABLE = 'what is stored of it cannot be read';
const storedEvents = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const storedSecrets = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ secret: v.string(), since: v.number(), until: v.optional(v.number()) })),
);
