import type { readEndpoints } from '../../contract/calls/desk/endpoint-calls.ts';
import type { CallResult } from '../../contract/calls/desk/call.ts';
import { eventTypes } from '../../contract/events.ts';
import type { Tx } from '../store/store.ts';
import { crms } from './crm-list.ts';
import { listEndpoints, wants, type Endpoint } from './endpoints.ts';
import { oldestFor, waitingFor } from './list-deliveries.ts';

type EndpointFacts = CallResult<typeof readEndpoints>['endpoints'][number];
type Latest = Pick<EndpointFacts, 'lastSuccessAt' | 'lastFailure'>;

/** How many of the latest attempts are read, over all endpoints: the desk asks every few seconds. */
const LOOKED_AT = 5000;

/** Every endpoint as the desk shows it, without its secrets. */
export async function endpointFacts(db: Tx, now: number): Promise<EndpointFacts[]> {
  const endpoints = await listEndpoints(db);
  if (endpoints.length === 0) return [];
  const latest = await latestAttempts(db, endpoints);
  const facts: EndpointFacts[] = [];
  for (const endpoint of endpoints) {
    facts.push({
      id: endpoint.id,
      name: shownName(endpoint),
      events: eventTypes.filter((type) => wants(endpoint, type)),
      ...stateFacts(endpoint, now),
      waiting: await waitingFor(db, endpoint.id),
      oldestAt: (await oldestFor(db, endpoint.id)) ?? null,
      ...(latest.get(endpoint.id) ?? { lastSuccessAt: null, lastFailure: null }),
    });
  }
  return facts;
}

/** The error to show. A CRM's error text may name a person, so only its HTTP status is shown; a webhook's error text is written by this server. */
export function shownError(kind: Endpoint['kind'], { status, error }: { status: number | null; error: string | null }): string | null {
  return error !== null && crms.some(({ id }) => id === kind) && status !== null ? `HTTP ${status}` : error;
}

function stateFacts(
  { state, state_reason: reason, failing_since: failingSince, resume_at: resumeAt }: Endpoint,
  now: number,
): Pick<EndpointFacts, 'state' | 'reason' | 'failingSince' | 'resumeAt'> {
  if (state !== 'on') return { state, reason, failingSince: null, resumeAt: null };
  if (resumeAt > now) return { state: 'resting', reason: null, failingSince, resumeAt };
  return { state: failingSince === null ? 'on' : 'failing', reason: null, failingSince, resumeAt: null };
}

const kindNames = { webhook: 'Webhook', chat: 'Chat' } as const;

/** A name for the desk; of an address only the host, because the rest may be a secret. */
function shownName({ kind, url }: Pick<Endpoint, 'kind' | 'url'>): string {
  return kind === 'webhook' && URL.canParse(url)
    ? new URL(url).host
    : (crms.find(({ id }) => id === kind)?.name ?? kindNames[kind as 'chat']);
}

/** The latest success and failure of each endpoint. Ids of attempts sort by time. */
async function latestAttempts(db: Tx, endpoints: readonly Endpoint[]): Promise<Map<string, Latest>> {
  const rows = await db
    .selectFrom((eb) =>
      eb.selectFrom('delivery_attempts').select(['id', 'delivery_id', 'error']).orderBy('id', 'desc').limit(LOOKED_AT).as('latest'),
    )
    .innerJoin('deliveries', 'deliveries.id', 'latest.delivery_id')
    .select((eb) => [
      'endpoint_id',
      eb.fn.max(eb.case().when('latest.error', 'is', null).then(eb.ref('latest.id')).end()).as('success'),
      eb.fn.max(eb.case().when('latest.error', 'is not', null).then(eb.ref('latest.id')).end()).as('failure'),
    ])
    .groupBy('endpoint_id')
    .execute();
  const ids = rows.flatMap(({ success, failure }) => [success, failure]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const attempts = await db.selectFrom('delivery_attempts').select(['id', 'at', 'status', 'error']).where('id', 'in', ids).execute();
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const kinds = new Map(endpoints.map(({ id, kind }) => [id, kind]));
  return new Map(
    rows.map(({ endpoint_id: endpointId, success, failure }) => {
      const failed = byId.get(failure ?? '');
      const error = failed && shownError(kinds.get(endpointId) ?? 'webhook', failed);
      return [
        endpointId,
        {
          lastSuccessAt: byId.get(success ?? '')?.at ?? null,
          lastFailure: failed === undefined ? null : { at: failed.at, status: failed.status, error: error ?? '' },
        },
      ];
    }),
  );
}
