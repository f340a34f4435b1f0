import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { assertionFault } from './assertion-double.testing.ts';
import { fieldFaults, isBody, leadFaults, type Fault, type Lead } from './lead-double.testing.ts';

export const CLIENT_ID = '3MVG9.double_consumer_key';
export const USERNAME = 'site@double.example';
export const EXTERNAL_ID = 'Site_Id__c';

/** One key pair for all tests of a process: making one takes a second. */
let made: ReturnType<typeof makeKeys> | undefined;
const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
export const salesforceKeys = () => (made ??= makeKeys());

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/**
 * A DOUBLE of Salesforce, written only from its public documentation (REST API Developer Guide: sObject Collections upsert, rows by external id, status codes,
 * limit info; OAuth 2.0 JWT bearer flow; Object Reference, Lead). It refuses what that says is refused. Not compared with Salesforce itself.
 */
export async function startSalesforceDouble(now: () => number = Date.now) {
  const org: Org = {
    now,
    url: '',
    leads: new Map(),
    contacts: new Map(),
    state: {
      answerAll: undefined,
      instance: undefined,
      allowed: 15_000,
      used: 0,
      tokens: 0,
      created: 0,
      refused: [],
      deleted: [],
      blocking: false,
    },
    valid: new Set(),
  };
  const server = createServer((request, response) => void serve(org, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  org.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: org.url,
    leads: org.leads,
    contacts: org.contacts,
    state: org.state,
    /** Ends all sessions, as after an hour or by an administrator. */
    endSessions: () => org.valid.clear(),
    /** Converts a Lead into a contact. @returns the contact's id */
    convert: (key: string): string => {
      const id = `003${String(org.contacts.size).padStart(15, '0')}`;
      org.contacts.set(id, {});
      org.leads.get(key)!.convertedTo = id;
      return id;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = {
  /** Answers every call with this. */
  answerAll: Answer | undefined;
  /** The `instance_url` in the answer to a sign-in, when it is not the double's own address. */
  instance: string | undefined;
  allowed: number;
  used: number;
  tokens: number;
  created: number;
  refused: string[];
  deleted: string[];
  /** Whether a duplicate rule refuses a Lead whose address another Lead has. */
  blocking: boolean;
};

type Org = {
  now: () => number;
  url: string;
  leads: Map<string, Lead>;
  contacts: Map<string, Record<string, unknown>>;
  state: State;
  valid: Set<string>;
};

async function serve(org: Org, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { status, body, headers } = answer(org, request, Buffer.concat(parts).toString());
  for (const fault of Array.isArray(body) ? (body as { errorCode?: string; errors?: { statusCode: string }[] }[]) : [])
    org.state.refused.push(...[fault.errorCode ?? [], (fault.errors ?? []).map((error) => error.statusCode)].flat());
  const limits = { 'sforce-limit-info': `api-usage=${org.state.used}/${org.state.allowed}` };
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...limits, ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function answer(org: Org, request: IncomingMessage, body: string): Answer {
  const { state, valid } = org;
  if (state.answerAll !== undefined) return state.answerAll;
  const { pathname, searchParams } = new URL(request.url ?? '', org.url);
  if (pathname === '/services/oauth2/token') return signIn(org, request, body);
  if (!valid.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
    return refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
  if (state.used >= state.allowed) return refusal(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
  state.used += 1;
  if (body !== '' && request.headers['content-type']?.startsWith('application/json') !== true)
    return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'only application/json here');
  const [, path] = /^\/services\/data\/v6\d\.0(\/.*)$/.exec(pathname) ?? [];
  if (path === undefined) return refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
  if (path === `/composite/sobjects/Lead/${EXTERNAL_ID}` && request.method === 'PATCH') return upsertAll(org, body);
  const row = new RegExp(`^/sobjects/Lead/${EXTERNAL_ID}/([^/]+)$`).exec(path)?.[1];
  if (row !== undefined)
    return leadRow(org, { key: decodeURIComponent(row), method: request.method, body, fields: searchParams.get('fields') });
  const contact = /^\/sobjects\/Contact\/(\w{18})$/.exec(path)?.[1];
  if (contact !== undefined && request.method === 'PATCH') return changeContact(org, contact, body);
  return refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
}

function signIn({ url, now, state, valid }: Org, request: IncomingMessage, body: string): Answer {
  const form = new URLSearchParams(body);
  const isForm = request.method === 'POST' && request.headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'grant type not supported' } };
  const expected = { iss: CLIENT_ID, sub: USERNAME, aud: url, now: now(), key: salesforceKeys().publicKey };
  const fault = assertionFault(form.get('assertion') ?? '', expected);
  if (fault !== undefined) return { status: 400, body: fault };
  state.tokens += 1;
  const token = `00D000000000001!token.${state.tokens}`;
  valid.add(token);
  return {
    status: 200,
    body: { access_token: token, scope: 'api', instance_url: state.instance ?? url, id: `${url}/id/00D/005`, token_type: 'Bearer' },
  };
}

/** Upserts each record separately (`allOrNone` is false). */
function upsertAll(org: Org, body: string): Answer {
  const { allOrNone, records } = JSON.parse(body) as { allOrNone?: boolean; records?: Record<string, unknown>[] };
  if (allOrNone !== false || !Array.isArray(records)) return refusal(400, 'JSON_PARSER_ERROR', 'records are needed');
  if (records.length === 0) return refusal(400, 'MISSING_ARGUMENT', 'records are needed');
  if (records.length > 200)
    return refusal(400, 'EXCEEDED_MAX_COLLECTION_SIZE', 'record limit reached. cannot submit more than 200 records');
  // One unreadable record makes Salesforce refuse the whole call.
  const unread = records.flatMap((record) => [...recordFaults(record), ...fieldFaults(fieldsIn(record))]);
  if (unread.length > 0) return { status: 400, body: [asError(unread[0]!)] };
  const keys = records.map((record) => String(record[EXTERNAL_ID]).toLowerCase());
  const results = records.map((record, index) => {
    const key = keys[index]!;
    const twice: Fault[] =
      keys.filter((one) => one === key).length > 1
        ? [{ code: 'DUPLICATE_VALUE', message: `Duplicate external id specified: ${key}`, fields: [EXTERNAL_ID] }]
        : [];
    const faults = [...twice, ...keyFaults(record[EXTERNAL_ID]), ...savedFaults(org, key, fieldsIn(record))];
    if (faults.length > 0)
      return { success: false, errors: faults.map(({ code, message, fields = [] }) => ({ statusCode: code, message, fields })) };
    const created = save(org, key, fieldsIn(record));
    return { id: org.leads.get(key)!.id, success: true, errors: [], created };
  });
  return { status: 200, body: results };
}

function recordFaults({ attributes, ...fields }: Record<string, unknown>): Fault[] {
  if ((attributes as { type?: string } | undefined)?.type !== 'Lead')
    return [{ code: 'INVALID_TYPE', message: 'attributes with the type of the address are needed' }];
  return Object.hasOwn(fields, 'Id')
    ? [{ code: 'INVALID_FIELD', message: 'The Id field should not be specified in the sobject data.' }]
    : [];
}

function fieldsIn(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'attributes' && name !== EXTERNAL_ID));
}

/** Faults of the external id: a text of up to 64 characters, unique regardless of case. */
function keyFaults(key: unknown): Fault[] {
  if (typeof key !== 'string' || key === '')
    return [{ code: 'MISSING_ARGUMENT', message: `${EXTERNAL_ID} not specified`, fields: [EXTERNAL_ID] }];
  return key.length > 64
    ? [{ code: 'STRING_TOO_LONG', message: `${EXTERNAL_ID}: data value too large: ${key} (max length=64)`, fields: [EXTERNAL_ID] }]
    : [];
}

function savedFaults({ leads, state }: Org, key: string, fields: Record<string, unknown>): Fault[] {
  const known = leads.get(key);
  if (known?.convertedTo !== undefined) return [{ code: 'CANNOT_UPDATE_CONVERTED_LEAD', message: 'cannot reference converted lead' }];
  const faults = leadFaults(fields, known === undefined);
  const twin = fields.Email !== undefined && [...leads].some(([other, lead]) => other !== key && lead.fields.Email === fields.Email);
  if (faults.length === 0 && state.blocking && twin)
    return [{ code: 'DUPLICATES_DETECTED', message: `Use one of these records? ${String(fields.Email)}` }];
  return faults;
}

function save({ leads, state }: Org, key: string, fields: Record<string, unknown>): boolean {
  const known = leads.get(key);
  if (known === undefined) state.created += 1;
  const lead = known ?? { id: `00Q${String(state.created).padStart(15, '0')}`, fields: { Status: 'Open - Not Contacted' } };
  Object.assign(lead.fields, fields);
  leads.set(key, lead);
  return known === undefined;
}

type Row = { key: string; method: string | undefined; body: string; fields: string | null };

function leadRow(org: Org, { key, method, body, fields }: Row): Answer {
  const lead = org.leads.get(key.toLowerCase());
  if (method === 'PATCH') {
    const given = JSON.parse(body) as Record<string, unknown>;
    const unread = [...fieldFaults(given), ...keyFaults(key)];
    const faults = unread.length > 0 ? unread : savedFaults(org, key.toLowerCase(), given);
    if (faults.length > 0) return { status: 400, body: [asError(faults[0]!)] };
    const created = save(org, key.toLowerCase(), given);
    return { status: created ? 201 : 200, body: { id: org.leads.get(key.toLowerCase())!.id, success: true, errors: [], created } };
  }
  if (lead === undefined) return refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
  if (method === 'GET') {
    if (fields !== 'IsConverted,ConvertedContactId')
      return refusal(400, 'INVALID_FIELD', `No such column '${String(fields)}' on sobject of type Lead`);
    const { convertedTo } = lead;
    return { status: 200, body: { IsConverted: convertedTo !== undefined, ConvertedContactId: convertedTo ?? null, Id: lead.id } };
  }
  if (method !== 'DELETE') return refusal(405, 'METHOD_NOT_ALLOWED', 'HTTP Method not allowed');
  org.leads.delete(key.toLowerCase());
  org.state.deleted.push(key);
  return { status: 204 };
}

function changeContact({ contacts }: Org, id: string, body: string): Answer {
  const contact = contacts.get(id);
  if (contact === undefined) return refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
  const given: unknown = JSON.parse(body);
  if (!isBody(given) || Object.keys(given).join() !== 'HasOptedOutOfEmail' || typeof given.HasOptedOutOfEmail !== 'boolean')
    return refusal(400, 'INVALID_FIELD', 'No such column on sobject of type Contact');
  Object.assign(contact, given);
  return { status: 204 };
}

function refusal(status: number, errorCode: string, message: string): Answer {
  return { status, body: [{ message, errorCode }] };
}

function asError({ code, message, fields }: Fault): object {
  return { message, errorCode: code, ...(fields && { fields }) };
}
