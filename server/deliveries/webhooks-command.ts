import { elementAt } from '../../contract/checked.ts';
import { alwaysTold, events, eventTypes, type EventType } from '../../contract/events.ts';
import {
  optionOf,
  runAction,
  timeOption,
  UsageError,
  wholeNumber,
  type Command,
  type CommandContext,
  type Declared,
} from '../cli/command.ts';
import { printRows } from '../cli/text-table.ts';
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

export const webhooksCommand: Command = { help, run: (args, context) => runAction(declared, args, context) };

const options = {
  events: { type: 'string' },
  hours: { type: 'string' },
  endpoint: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  since: { type: 'string' },
  failed: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const ofEndpoint = ['ENDPOINT: npm run webhooks -- list has their ids'];

const declared: Declared<typeof options, CommandContext> = {
  options,
  actions: {
    list: { options: ['json'], run: (context, { json }) => list(json, context) },
    add: { takes: ['URL'], options: ['events'], run: (context, { events: wanted }, url) => add(url, wanted, context) },
    test: { takes: ofEndpoint, run: async (context, _, id) => test(await endpointOf(id, context), context) },
    enable: {
      takes: ofEndpoint,
      run: async ({ store, now, print }, _, given) => {
        const { id } = await endpointOf(given, { store });
        await store.begin((tx) => enableEndpoint(tx, id, now()));
        print(`${id} is on; ${await waitingFor(store.db, id)} deliveries wait and are sent now.`);
      },
    },
    disable: {
      takes: ofEndpoint,
      run: async ({ store, print }, _, given) => {
        const { id } = await endpointOf(given, { store });
        await switchEndpoint(store.db, id, { state: 'off', state_reason: 'switched off by npm run webhooks' });
        print(`${id} is off. What waits is kept and sent once it is enabled; what happens meanwhile is not.`);
      },
    },
    remove: {
      takes: ofEndpoint,
      run: async ({ store, print }, _, given) => {
        const { id } = await endpointOf(given, { store });
        await removeEndpoint(store.db, id);
        print(`${id} is removed.`);
      },
    },
    rotate: {
      takes: ofEndpoint,
      options: ['hours'],
      run: async (context, { hours }, id) => rotate(await endpointOf(id, context), hours, context),
    },
    deliveries: {
      takes: ['ID?'],
      options: ['endpoint', 'status', 'limit', 'json'],
      run: (context, values, id) => (id === undefined ? deliveries(values, context) : attempts(id, values, context)),
    },
    resend: {
      takes: ['ID?'],
      options: ['since', 'endpoint', 'failed'],
      run: (context, values, id) => sendAgain(id, values, context),
    },
  },
};

type Values = { endpoint?: string | undefined; status?: string | undefined; limit?: string | undefined; json?: boolean | undefined };

async function add(url: string | undefined, wanted: string | undefined, { store, settings, now, print }: CommandContext): Promise<void> {
  const address = readUrl(url, settings.WEBHOOKS_PRIVATE === 'allow');
  const endpoint = await addEndpoint(store.db, { kind: 'webhook', url: address, events: readEvents(wanted), now: now() });
  print(`Added: ${endpoint.id}\nIt is told: ${told(endpoint)}\nSecret, which is shown only now: ${elementAt(endpoint.secrets, 0).secret}`);
  print(`Try it: npm run webhooks -- test ${endpoint.id}`);
}

async function list(json: boolean | undefined, { store, print }: CommandContext): Promise<void> {
  const endpoints = await listEndpoints(store.db);
  const rows = await Promise.all(
    endpoints.map(async ({ secrets: _secrets, ...endpoint }) => ({ ...endpoint, waiting: await waitingFor(store.db, endpoint.id) })),
  );
  printRows(print, rows, {
    columns: [
      ['ID', ({ id }) => id],
      ['STATE', stateOf],
      ['KIND', ({ kind }) => kind],
      ['ADDRESS', shownUrl],
      ['WAITING', ({ waiting }) => waiting],
      ['EVENTS', told],
      ['LAST ERROR', ({ last_error: error }) => error ?? ''],
    ],
    none: 'Nobody is told of anything. npm run webhooks -- add URL --events TYPE,… adds an endpoint.',
    json,
  });
}

async function test(endpoint: Endpoint, { settings, now, print, warn }: CommandContext): Promise<number> {
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

async function rotate(endpoint: Endpoint, hours = '24', { store, now, print }: CommandContext): Promise<void> {
  if (endpoint.kind !== 'webhook') throw new UsageError(`${endpoint.id} has no secret of ours: it is of the kind ${endpoint.kind}`);
  const until = now() + wholeNumber(hours, '--hours', { most: 24 * 30 }) * 3_600_000;
  const secret = await rotateSecret(store.db, endpoint, { now: now(), until });
  print(`New secret, which is shown only now: ${secret}\nThe one before signs as well until ${new Date(until).toISOString()}.`);
}

async function deliveries({ endpoint: id, status, limit = '50', json }: Values, context: CommandContext): Promise<void> {
  const rows = await listDeliveries(context.store.db, {
    limit: wholeNumber(limit, '--limit', { most: 1_000_000 }),
    ...(id !== undefined && { endpointId: (await endpointOf(id, context)).id }),
    ...(status !== undefined && { status: optionOf('--status', status, ['waiting', 'delivered', 'failed']) }),
  });
  printRows(context.print, rows, {
    columns: [
      ['ID', (row) => row.id],
      ['EVENT', (row) => row.type],
      ['STATUS', (row) => row.status],
      ['ATTEMPTS', (row) => row.attempts],
      ['NEXT OR LAST', whenOf],
      ['ENDPOINT', (row) => row.endpoint_id.slice(0, 12)],
      ['LAST ERROR', (row) => row.last_error ?? ''],
    ],
    none: 'No deliveries.',
    json,
  });
}

async function attempts(id: string, { json }: Values, { store, print }: CommandContext): Promise<void> {
  printRows(print, await listAttempts(store.db, id), {
    columns: [
      ['AT', ({ at }) => new Date(at).toISOString()],
      ['TOOK', ({ ms }) => `${ms} ms`],
      ['HTTP', ({ status }) => status ?? '-'],
      ['OUTCOME', ({ error }) => error ?? 'taken'],
      ['ANSWER', ({ answer }) => answer ?? ''],
    ],
    none: `There was no attempt of ${id} yet, or there is no such delivery.`,
    json,
  });
}

type Again = { since?: string | undefined; endpoint?: string | undefined; failed?: boolean | undefined };

async function sendAgain(id: string | undefined, { since, endpoint, failed }: Again, context: CommandContext): Promise<void> {
  if ((id === undefined) === (since === undefined)) throw new UsageError('resend needs an id, or --since TIME');
  const filter =
    id !== undefined
      ? { id }
      : {
          since: timeOption('--since', since ?? ''),
          failedOnly: failed === true,
          ...(endpoint !== undefined && { endpointId: (await endpointOf(endpoint, context)).id }),
        };
  const count = await context.store.begin((tx) => resend(tx, filter, context.now()));
  if (id !== undefined && count === 0) throw new UsageError(`There is no delivery ${id} that can be sent again`);
  context.print(`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again, with the same ids.`);
}

async function endpointOf(id = '', { store }: Pick<CommandContext, 'store'>): Promise<Endpoint> {
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
