import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN = 'pat-eu1-double';
/** Rate limit of a private app in a free account: calls in ten seconds. */
const CALLS = 100;
const WINDOW = 10_000;

const properties: readonly string[] = [
  'email',
  'firstname',
  'lastname',
  'company',
  'phone',
  'jobtitle',
  'lifecyclestage',
  'hs_legal_basis',
  'city',
  'agreed',
  'hs_lead_status',
];
const stages: readonly string[] = [
  'subscriber',
  'lead',
  'marketingqualifiedlead',
  'salesqualifiedlead',
  'opportunity',
  'customer',
  'evangelist',
  'other',
];

const leadStatuses: readonly string[] = [
  '',
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'OPEN_DEAL',
  'UNQUALIFIED',
  'ATTEMPTED_TO_CONTACT',
  'CONNECTED',
  'BAD_TIMING',
];

type Contact = { id: string; properties: Record<string, string> };
type Answer = { status: number; body?: { message?: string; [name: string]: unknown } };

/**
 * A DOUBLE of HubSpot, written only from its public API reference (contacts v3: batch upsert, update and GDPR delete; communication preferences v4). It
 * refuses what the reference says is refused. Not compared with HubSpot itself.
 */
export async function startHubspotDouble(now: () => number = Date.now) {
  const contacts = new Map<string, Contact>();
  const state: State = {
    down: false,
    calls: 0,
    creations: 0,
    acceptedAt: new Map(),
    refused: [],
    changed: [],
    erased: [],
    blocked: new Set(),
    unsubscribed: [],
  };
  const calls = { times: [] as number[] };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      state.calls += 1;
      const refused = limited({ state, calls, at: now() }, request);
      const { status, body: document } = refused ?? answer({ contacts, state }, request, body);
      if (status >= 400) state.refused.push(`${status} ${document?.message ?? ''}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(document && JSON.stringify(document));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: TOKEN,
    contacts,
    state,
    /** Uses up the calls that are left in this window. */
    useUp: () => (calls.times = Array.from({ length: CALLS }, now)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = {
  down: boolean;
  calls: number;
  creations: number;
  /** When each address was upserted, by performance.now(), which the test's clock does not change. */
  acceptedAt: Map<string, number[]>;
  refused: string[];
  changed: Contact['properties'][];
  erased: string[];
  blocked: Set<string>;
  unsubscribed: string[];
};
type Account = { contacts: Map<string, Contact>; state: State };

/** Refusals that do not depend on the call. */
function limited(
  { state, calls, at }: { state: State; calls: { times: number[] }; at: number },
  request: IncomingMessage,
): Answer | undefined {
  if (state.down) return { status: 502 };
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return refusal(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found');
  calls.times = calls.times.filter((call) => call > at - WINDOW);
  if (calls.times.length >= CALLS) return refusal(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.');
  calls.times.push(at);
  return undefined;
}

function answer(account: Account, request: IncomingMessage, body: string): Answer {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
  const contactId = /^\/crm\/v3\/objects\/contacts\/(\d+)$/.exec(pathname)?.[1];
  if (request.method !== (contactId === undefined ? 'POST' : 'PATCH')) return refusal(405, 'METHOD_NOT_ALLOWED', 'not for this path');
  const unsubscribed = /^\/communication-preferences\/v4\/statuses\/([^/]+)\/unsubscribe-all$/.exec(pathname);
  if (unsubscribed !== null) {
    if (searchParams.get('channel') !== 'EMAIL') return refusal(400, 'VALIDATION_ERROR', 'channel is required');
    account.state.unsubscribed.push(decodeURIComponent(unsubscribed[1]!));
    return { status: 200, body: {} };
  }
  if (request.headers['content-type'] !== 'application/json') return refusal(415, 'VALIDATION_ERROR', 'Unsupported Media Type');
  const document = JSON.parse(body) as { objectId?: string; inputs?: Input[]; properties?: Contact['properties'] };
  if (contactId !== undefined) return change(account, contactId, document.properties ?? {});
  if (pathname === '/crm/v3/objects/contacts/gdpr-delete') return erase(account, document.objectId);
  if (pathname === '/crm/v3/objects/contacts/batch/upsert') return upsert(account, document.inputs ?? []);
  return refusal(404, 'OBJECT_NOT_FOUND', 'no such path');
}

function change({ contacts, state }: Account, id: string, given: Contact['properties']): Answer {
  const contact = [...contacts.values()].find((one) => one.id === id);
  if (contact === undefined) return refusal(404, 'OBJECT_NOT_FOUND', 'contact not found');
  const fault = propertyFault(given);
  if (fault !== undefined) return refusal(400, 'VALIDATION_ERROR', fault);
  Object.assign(contact.properties, given);
  state.changed.push(given);
  return { status: 200, body: { id, properties: contact.properties } };
}

function erase({ contacts, state }: Account, objectId: string | undefined): Answer {
  if (typeof objectId !== 'string') return refusal(400, 'VALIDATION_ERROR', 'objectId is required');
  const contact = [...contacts.values()].find(({ id }) => id === objectId);
  if (contact === undefined) return refusal(404, 'OBJECT_NOT_FOUND', 'contact not found');
  contacts.delete(contact.properties.email!);
  state.blocked.add(contact.properties.email!);
  state.erased.push(objectId);
  return { status: 204 };
}

/** All or nothing: HubSpot has no partial upserts by email. */
function upsert({ contacts, state }: Account, inputs: readonly Input[]): Answer {
  if (inputs.length === 0 || inputs.length > 100) return refusal(400, 'VALIDATION_ERROR', 'The maximum number of inputs is 100');
  if (new Set(inputs.map(({ id }) => id?.toLowerCase())).size < inputs.length)
    return refusal(400, 'VALIDATION_ERROR', 'Duplicate IDs found in batch input');
  const fault = inputs.map((input) => faultOf(input, state.blocked)).find((one) => one !== undefined);
  if (fault !== undefined) return refusal(400, 'VALIDATION_ERROR', fault);
  const results = inputs.map(({ id, properties: given }) => {
    const email = id!.toLowerCase();
    const known = contacts.get(email);
    if (known === undefined) state.creations += 1;
    const contact = known ?? { id: String(1000 + state.creations), properties: {} };
    Object.assign(contact.properties, given, { email });
    contacts.set(email, contact);
    state.acceptedAt.set(email, [...(state.acceptedAt.get(email) ?? []), performance.now()]);
    return { id: contact.id, new: known === undefined, properties: contact.properties, archived: false };
  });
  return { status: 200, body: { status: 'COMPLETE', results } };
}

type Input = { id?: string; idProperty?: string; properties?: Record<string, string> };

function faultOf({ id, idProperty, properties: given = {} }: Input, blocked: ReadonlySet<string>): string | undefined {
  if (idProperty !== 'email' || typeof id !== 'string') return 'id and idProperty are required';
  if (!/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(id)) return `Email address ${id} is invalid`;
  if (blocked.has(id.toLowerCase())) return `${id} was deleted under GDPR and is blocked`;
  return propertyFault(given);
}

function propertyFault(given: Contact['properties']): string | undefined {
  const unknown = Object.keys(given).find((name) => !properties.includes(name));
  if (unknown !== undefined) return `Property values were not valid: PROPERTY_DOESNT_EXIST ${unknown}`;
  if (Object.values(given).some((value) => typeof value !== 'string')) return 'Property values were not valid: not a text';
  if (given.lifecyclestage !== undefined && !stages.includes(given.lifecyclestage))
    return 'Property values were not valid: INVALID_OPTION lifecyclestage';
  if (given.hs_lead_status !== undefined && !leadStatuses.includes(given.hs_lead_status))
    return 'Property values were not valid: INVALID_OPTION hs_lead_status';
  return undefined;
}

function refusal(status: number, category: string, message: string): Answer {
  return { status, body: { status: 'error', category, message, correlationId: 'double' } };
}
