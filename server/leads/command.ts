import { parseArgs } from 'node:util';
import { contactForms } from '../../contract/forms/contact.ts';
import { UsageError, type Command, type Desk } from '../command.ts';
import { jobRow, insertJobs } from '../jobs/queue.ts';
import { csv, textTable } from '../table.ts';
import { clearSuspicion } from './store.ts';
import { listLeads, readLead, type Lead, type LeadFilter } from './desk.ts';
import { verificationMail } from './verification.job.ts';

const help = `Lists the leads, newest first, and shows one with its history.

Usage: npm run leads -- [list] [filters] [--json | --csv]
       npm run leads -- show ID [--json]
       npm run leads -- release ID     takes the mark of suspected spam off and sends the verification mail

Filters:
  --status unverified|verified
  --form   ${Object.keys(contactForms).join('|')}
  --spam                  only leads that are marked as suspected spam
  --since  2026-11-01     received at or after this day or time (UTC)
  --until  2026-12-01     received before this day or time (UTC)
  --limit  N              at most N leads [all]

Examples:
  npm run leads -- --status verified --since 2026-11-01 --csv > leads.csv
  npm run --silent leads -- --json | jq length`;

/** `npm run leads`: the staff's view of the leads until there is a desk. */
export const leadsCommand: Command = { help, run };

async function run(args: readonly string[], desk: Desk): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'list' && id === undefined) return list(values, desk);
  if (action === 'show' && id !== undefined) return show(id, values.json === true, desk);
  if (action === 'release' && id !== undefined) return release(id, desk);
  throw new UsageError(id === undefined ? `'${action}' needs an id` : `There is no action '${action}'`);
}

const options = {
  status: { type: 'string' },
  form: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  spam: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
} as const;

type Values = {
  status?: string;
  form?: string;
  since?: string;
  until?: string;
  limit?: string;
  spam?: boolean;
  json?: boolean;
  csv?: boolean;
};

async function list(values: Values, { store, print }: Desk): Promise<number> {
  const leads = await listLeads(store.db, readFilter(values));
  if (values.json) print(JSON.stringify(leads, null, 2));
  else if (values.csv) print(csv(wide(leads)));
  else if (leads.length === 0) print('No lead fits.');
  else print(textTable(narrow(leads)));
  return 0;
}

async function show(id: string, json: boolean, { store, print }: Desk): Promise<number> {
  const lead = await readLead(store.db, id);
  if (lead === undefined) throw new UsageError(`There is no lead ${id}`);
  if (json) {
    print(JSON.stringify(lead, null, 2));
    return 0;
  }
  const facts = [
    ['id', lead.id],
    ['received', lead.createdAt],
    ['status', lead.status + (lead.suspectedSpam ? `, suspected spam: ${lead.spamReason}` : '')],
    ['verified', lead.verifiedAt ?? '-'],
    ['form', `${lead.form} (version ${lead.formVersion}), opened from ${lead.caller}, product ${lead.product}`],
    ...Object.entries(lead.answers),
    ...Object.entries(lead.attribution).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ] as string[][];
  print(textTable(facts));
  print('\nConsent');
  print(textTable(lead.consents.map((consent) => [consent.at, consent.action, `${consent.purpose} (${consent.version})`, consent.text])));
  print('\nHistory');
  print(textTable(lead.history.map((event) => [event.at, event.kind, event.detail])));
  return 0;
}

async function release(id: string, { store, now, print }: Desk): Promise<number> {
  const released = await store.begin(async (tx) => {
    if (!(await clearSuspicion(tx, id, now()))) return false;
    await insertJobs(tx, [jobRow(verificationMail, { leadId: id }, { now: now() })]);
    return true;
  });
  if (!released) throw new UsageError(`There is no suspected lead ${id}`);
  print('Released. The running server sends the verification mail.');
  return 0;
}

function readFilter(values: Values): LeadFilter {
  const filter: LeadFilter = {};
  if (values.status !== undefined) {
    if (values.status !== 'unverified' && values.status !== 'verified') throw new UsageError('--status is unverified or verified');
    filter.status = values.status;
  }
  if (values.form !== undefined) {
    if (!Object.hasOwn(contactForms, values.form)) throw new UsageError(`--form is one of ${Object.keys(contactForms).join(', ')}`);
    filter.form = values.form;
  }
  if (values.spam) filter.spam = true;
  if (values.since !== undefined) filter.since = time('--since', values.since);
  if (values.until !== undefined) filter.until = time('--until', values.until);
  if (values.limit !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(values.limit)) throw new UsageError('--limit is a whole number from 1');
    filter.limit = Number(values.limit);
  }
  return filter;
}

function time(name: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${name} is a day (2026-11-01) or a time (2026-11-01T09:30Z)`);
  return at;
}

function narrow(leads: readonly Lead[]): string[][] {
  const head = ['ID', 'RECEIVED', 'STATUS', 'FORM', 'CALLER', 'NAME', 'EMAIL', 'ROLE'];
  return [
    head,
    ...leads.map((lead) => [
      lead.id,
      lead.createdAt.slice(0, 16).replace('T', ' '),
      lead.suspectedSpam ? 'suspected spam' : lead.status,
      lead.form,
      lead.caller,
      `${lead.answers.name ?? ''} ${lead.answers.surname ?? ''}`,
      lead.email,
      lead.answers.role ?? '',
    ]),
  ];
}

function wide(leads: readonly Lead[]): string[][] {
  const names = [...new Set(Object.values(contactForms).flatMap((form) => form.fields.map((use) => use.field)))].filter(
    (name) => contactForms.bookademo.catalogue[name]?.within === undefined,
  );
  const head = [
    'id',
    'received',
    'status',
    'verified',
    'suspectedSpam',
    'form',
    'caller',
    'product',
    ...names,
    'page',
    'referrer',
    'utm',
    'visitorId',
  ];
  return [
    head,
    ...leads.map((lead) => [
      lead.id,
      lead.createdAt,
      lead.status,
      lead.verifiedAt ?? '',
      String(lead.suspectedSpam),
      lead.form,
      lead.caller,
      lead.product,
      ...names.map((name) => lead.answers[name] ?? ''),
      lead.attribution.page ?? '',
      lead.attribution.referrer ?? '',
      lead.attribution.utm === undefined ? '' : JSON.stringify(lead.attribution.utm),
      lead.attribution.visitorId ?? '',
    ]),
  ];
}
