import { parseArgs } from 'node:util';
import { elementAt, present } from '../../contract/checked.ts';
import { alwaysTold, events, eventTypes, type EventType } from '../../contract/events.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import { newId } from '../store/id.ts';
import {
  addEndpoint,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchEndpoint,
  wants,
  type Endpoint,
} from './endpoints.ts';
import { listAttempts, listDeliveries, resend, waitingFor } from './list-deliveries.ts';
import { createPost } from './post-request.ts';
import { sendPing } from './webhook-sender.ts';

const help = `Tells other systems what happens, as signed requests (Standard Webhooks). docs/deliveries.md says how a receiver checks them.

Usage: npm run webhooks -- add URL --events TYPE,TYPE|all
                               prints the secret that signs, once
       npm run webhooks -- list [--json]
       npm run webhooks -- test ENDPOINT      sends a signed ping now, and says what was answered
       npm run webhooks -- enable ENDPOINT    after 410, or a restore: what waits is sent
       npm run webhooks -- disable ENDPOINT   nothing is sent, and nothing more is kept for it
       npm run webhooks -- remove ENDPOINT    with everything that was kept for it
       npm run webhooks -- rotate ENDPOINT [--hours N]
                               prints a new secret; the one before signs as well for N hours [24]
       npm run webhooks -- deliveries [ID] [--endpoint ENDPOINT] [--status waiting|delivered|failed] [--limit N] [--json]
                               the latest, or every attempt of one
       npm run webhooks -- resend ID          by the id of a delivery, or of an event (msg_…)
       npm run webhooks -- resend --since TIME [--endpoint ENDPOINT] [--failed]

  ENDPOINT  its id, or the beginning of it
  TIME      2026-11-22, or 2026-11-22T15:30Z

Events:
${eventTypes.map((type) => `  ${type.padEnd(22)}${events[type].about}`).join('\n')}

${alwaysTold.join(' and ')} go to every endpoint: what was delivered has to be forgotten there, too.`;

export const webhooksCommand: Command = { help, run };

const options = {
  events: { type: 'string' },
  hours: { type: 'string', default: '24' },
  endpoint: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string', default: '50' },
  since: { type: 'string' },
  failed: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Action = (about: string | undefined, values: Values, context: CommandContext) => Promise<number>;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parse(args);
  const [action = 'list', about, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (!Object.hasOwn(actions, action)) throw new UsageError(`There is no action '${action}'`);
  return present(actions[action])(about, values, context);
}

const actions: Readonly<Record<string, Action>> = { add, list, test, enable, disable, remove, rotate, deliveries, resend: sendAgain };

async function add(url: string | undefined, values: Values, { store, settings, now, print }: CommandContext): Promise<number> {
  const wanted = readEvents(values.events);
  const address = readUrl(url, settings.WEBHOOKS_PRIVATE === 'allow');
  const endpoint = await addEndpoint(store.db, { kind: 'webhook', url: address, events: wanted, now: now() });
  print(`Added: ${endpoint.id}\nIt is told: ${told(endpoint)}\nSecret, which is shown only now: ${elementAt(endpoint.secrets, 0).secret}`);
  print(`Try it: npm run webhooks -- test ${endpoint.id}`);
  return 0;
}

async function list(_: string | undefined, values: Values, { store, print }: CommandContext): Promise<number> {
  const endpoints = await listEndpoints(store.db);
  const rows = await Promise.all(
    endpoints.map(async ({ secrets: _secrets, ...endpoint }) => ({ ...endpoint, waiting: await waitingFor(store.db, endpoint.id) })),
  );
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print('Nobody is told of anything. npm run webhooks -- add URL --events TYPE,… adds an endpoint.');
  else {
    const lines = rows.map((row) => [row.id, stateOf(row), row.kind, shownUrl(row), String(row.waiting), told(row), row.last_error ?? '']);
    print(textTable([['ID', 'STATE', 'KIND', 'ADDRESS', 'WAITING', 'EVENTS', 'LAST ERROR'], ...lines]));
  }
  return 0;
}

async function test(id: string | undefined, _: Values, context: CommandContext): Promise<number> {
  const { settings, now, print, warn } = context;
  const endpoint = await endpointOf(id, context);
  if (endpoint.kind !== 'webhook') throw new UsageError(`${endpoint.id} takes no ping: it is of the kind ${endpoint.kind}`);
  const post = createPost({ privately: settings.WEBHOOKS_PRIVATE === 'allow' });
  try {
    const outcome = await sendPing(endpoint, { post, now: now(), id: `msg_${newId(now()).replaceAll('-', '')}` });
    if (outcome.taken) print(`Taken: HTTP ${outcome.status}`);
    else warn(`Not taken: ${outcome.error ?? ''} ${outcome.answer ?? ''}`.trim());
    return outcome.taken ? 0 : 1;
  } catch (error) {
    warn(`Not taken: ${error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)}`);
    return 1;
  } finally {
    post.close();
  }
}

async function enable(id: string | undefined, _: Values, context: CommandContext): Promise<number> {
  const endpoint = await endpointOf(id, context);
  await context.store.begin((tx) => enableEndpoint(tx, endpoint.id, context.now()));
  context.print(`${endpoint.id} is on; ${await waitingFor(context.store.db, endpoint.id)} deliveries wait and are sent now.`);
  return 0;
}

async function disable(id: string | undefined, _: Values, context: CommandContext): Promise<number> {
  const endpoint = await endpointOf(id, context);
  await switchEndpoint(context.store.db, endpoint.id, { state: 'off', state_reason: 'switched off by npm run webhooks' });
  context.print(`${endpoint.id} is off. What waits is kept and sent once it is enabled; what happens meanwhile is not.`);
  return 0;
}

async function remove(id: string | undefined, _: Values, context: CommandContext): Promise<number> {
  const endpoint = await endpointOf(id, context);
  await removeEndpoint(context.store.db, endpoint.id);
  context.print(`${endpoint.id} is removed.`);
  return 0;
}

async function rotate(id: string | undefined, values: Values, context: CommandContext): Promise<number> {
  const { store, now, print } = context;
  const endpoint = await endpointOf(id, context);
  if (endpoint.kind !== 'webhook') throw new UsageError(`${endpoint.id} has no secret of ours: it is of the kind ${endpoint.kind}`);
  const hours = whole(values.hours, '--hours', 24 * 30);
  const until = now() + hours * 3_600_000;
  const secret = await rotateSecret(store.db, endpoint, { now: now(), until });
  print(`New secret, which is shown only now: ${secret}\nThe one before signs as well until ${new Date(until).toISOString()}.`);
  return 0;
}

async function deliveries(id: string | undefined, values: Values, context: CommandContext): Promise<number> {
  const { store, print } = context;
  if (id !== undefined) return attempts(id, values, context);
  const status = values.status === undefined ? undefined : statusOf(values.status);
  const endpoint = values.endpoint === undefined ? undefined : await endpointOf(values.endpoint, context);
  const rows = await listDeliveries(store.db, {
    limit: whole(values.limit, '--limit', 1_000_000),
    ...(endpoint && { endpointId: endpoint.id }),
    ...(status && { status }),
  });
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print('No deliveries.');
  else {
    const lines = rows.map((row) => [
      row.id,
      row.type,
      row.status,
      String(row.attempts),
      whenOf(row),
      row.endpoint_id.slice(0, 12),
      row.last_error ?? '',
    ]);
    print(textTable([['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'NEXT OR LAST', 'ENDPOINT', 'LAST ERROR'], ...lines]));
  }
  return 0;
}

async function attempts(id: string, values: Values, { store, print }: CommandContext): Promise<number> {
  const rows = await listAttempts(store.db, id);
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print(`There was no attempt of ${id} yet, or there is no such delivery.`);
  else {
    const lines = rows.map((row) => [
      new Date(row.at).toISOString(),
      `${row.ms} ms`,
      String(row.status ?? '-'),
      row.error ?? 'taken',
      row.answer ?? '',
    ]);
    print(textTable([['AT', 'TOOK', 'HTTP', 'OUTCOME', 'ANSWER'], ...lines]));
  }
  return 0;
}

async function sendAgain(id: string | undefined, values: Values, context: CommandContext): Promise<number> {
  const { store, now, print } = context;
  if ((id === undefined) === (values.since === undefined)) throw new UsageError('resend needs an id, or --since TIME');
  const endpoint = values.endpoint === undefined ? undefined : await endpointOf(values.endpoint, context);
  const since = { since: timeOf(values.since ?? ''), failedOnly: values.failed === true, ...(endpoint && { endpointId: endpoint.id }) };
  const count = await store.begin((tx) => resend(tx, id === undefined ? since : { id }, now()));
  if (id !== undefined && count === 0) throw new UsageError(`There is no delivery ${id} that can be sent again`);
  print(`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again, with the same ids.`);
  return 0;
}

async function endpointOf(id: string | undefined, { store }: CommandContext): Promise<Endpoint> {
  if (id === undefined) throw new UsageError('Which endpoint? npm run webhooks -- list has their ids');
  const endpoint = await findEndpoint(store.db, id);
  if (endpoint === undefined) throw new UsageError(`There is no endpoint '${id}', or several that begin so`);
  return endpoint;
}

function readEvents(text: string | undefined): EventType[] {
  if (text === undefined) throw new UsageError('--events says which: lead.created,lead.verified, or all');
  if (text === 'all') return [...eventTypes];
  return text.split(',').map((part) => {
    const type = eventTypes.find((one) => one === part.trim());
    if (type === undefined) throw new UsageError(`There is no event '${part.trim()}'`);
    return type;
  });
}

function readUrl(url: string | undefined, privately: boolean): string {
  if (url === undefined || !URL.canParse(url)) throw new UsageError('add needs an address: https://…');
  const { protocol, username, password, href } = new URL(url);
  if (protocol !== 'https:' && !(privately && protocol === 'http:'))
    throw new UsageError('The address has to begin with https://; WEBHOOKS_PRIVATE=allow lets it be http:// in a private network');
  if (username !== '' || password !== '') throw new UsageError('The address names a user: the signature says who sends');
  return href;
}

function told(endpoint: Pick<Endpoint, 'kind' | 'events'>): string {
  return eventTypes.filter((type) => wants(endpoint, type)).join(', ');
}

function stateOf({
  state,
  state_reason: reason,
  failing_since: since,
}: Pick<Endpoint, 'state' | 'state_reason' | 'failing_since'>): string {
  if (state !== 'on') return reason === null ? state : `${state} (${reason})`;
  return since === null ? 'on' : `failing since ${new Date(since).toISOString()}`;
}

/** The address without its query, which may contain a token. */
function shownUrl({ url }: Pick<Endpoint, 'url'>): string {
  return url === '' ? '(a setting)' : url.replace(/\?.*$/s, '?…');
}

function whenOf({ status, run_at: next, ended_at: ended }: { status: string; run_at: number; ended_at: number | null }): string {
  return new Date(status === 'waiting' ? next : (ended ?? next)).toISOString();
}

function statusOf(text: string): 'waiting' | 'delivered' | 'failed' {
  const statuses = ['waiting', 'delivered', 'failed'] as const;
  const status = statuses.find((one) => one === text);
  if (status === undefined) throw new UsageError(`--status is one of ${statuses.join(', ')}`);
  return status;
}

function timeOf(text: string): number {
  if (text === '') return 0;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError('--since is a time: 2026-11-22, or 2026-11-22T15:30Z');
  return at;
}

function whole(text: string, name: string, most: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 1 && number <= most)) throw new UsageError(`${name} is a whole number from 1 to ${most}`);
  return number;
}
