import * as calls from '../../contract/calls/desk/endpoint-calls.ts';
import type { CallResult } from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';
import type { Role } from '../../contract/desk/roles.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import { furtherAfter, type DeskRoute } from '../http/desk-route.ts';
import type { DeliveryAttemptRow } from '../store/tables/delivery-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { endpointFacts, shownError } from './endpoint-facts.ts';
import { enableEndpoint, exactEndpoint, switchEndpoint, type Endpoint } from './endpoints.ts';
import { latestAttemptsOf, listDeliveries, resend, waitingFor, type ListedDelivery } from './list-deliveries.ts';

type DeliveryFacts = CallResult<typeof calls.listDeliveriesCall>['deliveries'][number];
type SeenLead = NonNullable<DeliveryFacts['lead']>;

type EndpointContext = {
  store: Store;
  now: () => number;
  /** Those of these leads that the given roles may see, by id. */
  seenLeads: (db: Tx, ids: readonly string[], roles: readonly Role[]) => Promise<Map<string, SeenLead>>;
};

const PAGE = 25;

/** The desk's calls on endpoints and their deliveries. Staff who may see no lead get ids, event names and statuses. */
export function endpointRoutes(route: DeskRoute, context: EndpointContext): void {
  listRoutes(route, context);
  resendRoutes(route, context);
  switchRoutes(route, context);
}

const noEndpoint = () => new HttpRefusal(404, { detail: 'There is no such endpoint any more.' });

function listRoutes(route: DeskRoute, { store, now, seenLeads }: EndpointContext): void {
  route(calls.readEndpoints, async () => ({ endpoints: await endpointFacts(store.db, now()) }));

  route(calls.listDeliveriesCall, async ({ roles, record }, { id, status, before }) => {
    const endpoint = await exactEndpoint(store.db, id);
    if (endpoint === undefined) return noEndpoint();
    const rows = await listDeliveries(store.db, {
      endpointId: id,
      limit: PAGE + 1,
      ...(status && { status }),
      ...(before !== undefined && { before }),
    });
    const shown = rows.slice(0, PAGE);
    const leads = await seenLeads(store.db, [...new Set(shown.flatMap((row) => row.lead_id ?? []))], roles);
    const attempts = await latestAttemptsOf(
      store.db,
      shown.map((row) => row.id),
    );
    await record(store.db, {
      subject: { kind: 'endpoint', id },
      detail: { deliveries: shown.length, leads: leads.size, ...furtherAfter(before) },
    });
    return {
      deliveries: shown.map((row) =>
        deliveryFacts(row, { endpoint, attempts: attempts.get(row.id) ?? [], lead: leads.get(row.lead_id ?? '') }),
      ),
      next: rows.length > PAGE ? present(shown.at(-1)).seq : null,
    };
  });
}

function deliveryFacts(
  row: ListedDelivery,
  { endpoint, attempts, lead }: { endpoint: Endpoint; attempts: readonly DeliveryAttemptRow[]; lead: SeenLead | undefined },
): DeliveryFacts {
  return {
    id: row.id,
    event: row.type,
    eventId: row.event_id,
    status: row.status,
    nextAt: row.status === 'waiting' && endpoint.state === 'on' ? Math.max(row.run_at, endpoint.resume_at) : null,
    createdAt: row.created_at,
    lead: lead ?? null,
    attempts: attempts.map(({ at, ms, status, error, answer }) => ({
      at,
      ms,
      status,
      error: lead === undefined ? shownError(endpoint.kind, { status, error }) : error,
      answer: lead === undefined ? null : answer,
    })),
  };
}

function resendRoutes(route: DeskRoute, { store, now }: EndpointContext): void {
  route(calls.resendDelivery, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      const delivery = await tx.selectFrom('deliveries').select('endpoint_id').where('id', '=', id).executeTakeFirst();
      if (delivery === undefined || (await resend(tx, { id }, now())) === 0)
        return new HttpRefusal(404, { detail: 'This is under way just now, or what it told is not there any more.' });
      await record(tx, { subject: { kind: 'delivery', id }, detail: { endpoint: delivery.endpoint_id } });
      return {};
    }),
  );

  route(calls.resendSince, async ({ record }, { id, since, failedOnly }) =>
    store.begin(async (tx) => {
      if ((await exactEndpoint(tx, id)) === undefined) return noEndpoint();
      const count = await resend(tx, { since, failedOnly, endpointId: id }, now());
      await record(tx, { subject: { kind: 'endpoint', id }, detail: { since, failedOnly, deliveries: count } });
      return { count };
    }),
  );
}

function switchRoutes(route: DeskRoute, { store, now }: EndpointContext): void {
  route(calls.enableEndpointCall, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      const endpoint = await exactEndpoint(tx, id);
      if (endpoint === undefined) return noEndpoint();
      if (endpoint.state_reason?.endsWith(' is not set') === true)
        return new HttpRefusal(422, { detail: `${endpoint.state_reason}: set it, and start the server anew.` });
      await enableEndpoint(tx, id, now());
      await record(tx, { subject: { kind: 'endpoint', id }, detail: { before: endpoint.state } });
      return { waiting: await waitingFor(tx, id) };
    }),
  );

  route(calls.disableEndpoint, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      if ((await exactEndpoint(tx, id)) === undefined) return noEndpoint();
      await switchEndpoint(tx, id, { state: 'off', state_reason: 'switched off at the desk' });
      await record(tx, { subject: { kind: 'endpoint', id } });
      return {};
    }),
  );
}
