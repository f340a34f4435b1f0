import { parseArgs } from 'node:util';
import type { Form } from '../../contract/forms/form.ts';
import { forms } from '../../contract/forms/form-list.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { csv, textTable } from '../cli/text-table.ts';
import type { LeadJob } from '../leads/lead-job.ts';
import { filterOptions, leadText, readFilter, type FilterValues } from '../leads/lead-text.ts';
import { listLeads, readLead, type Lead } from '../leads/lead-queries.ts';
import { leadKinds } from '../leads/lead-repository.ts';
import { releaseLead } from './release-lead.ts';

const help = `Lists what visitors sent, newest first, and shows one with its history.

Usage: npm run leads -- [list] [filters] [--json | --csv]
       npm run leads -- show ID [--json]
       npm run leads -- release ID     takes the mark of suspected spam off and sends what it held back

Filters:
  --status unverified|verified
  --kind   ${leadKinds.join('|')}
  --form   ${Object.keys(forms).join('|')}
  --spam                  only leads that are marked as suspected spam
  --since  2026-11-01     received at or after this day or time (UTC)
  --until  2026-12-01     received before this day or time (UTC)
  --limit  N              at most N leads [all]

Examples:
  npm run leads -- --status verified --since 2026-11-01 --csv > leads.csv
  npm run --silent leads -- --json | jq length`;

/** @param leadJobs the jobs that follow from leads: a released lead gets those that it did not get as suspected spam */
export function createLeadsCommand(leadJobs: readonly LeadJob[]): Command {
  return { help, run: (args, context) => run(args, context, leadJobs) };
}

async function run(args: readonly string[], context: CommandContext, leadJobs: readonly LeadJob[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'list' && id === undefined) return list(values, context);
  if (action === 'show' && id !== undefined) return show(id, values.json === true, context);
  if (action === 'release' && id !== undefined) return release(id, context, leadJobs);
  if (action === 'list') throw new UsageError(`'${id}' is too much: filters begin with --`);
  throw new UsageError(action === 'show' || action === 'release' ? `'${action}' needs an id` : `There is no action '${action}'`);
}

const options = { ...filterOptions, json: { type: 'boolean' }, csv: { type: 'boolean' } } as const;

type Values = FilterValues & { json?: boolean; csv?: boolean };

async function list(values: Values, { store, print }: CommandContext): Promise<number> {
  const leads = await listLeads(store.db, readFilter(values));
  if (values.json) print(JSON.stringify(leads, null, 2));
  else if (values.csv) print(csv(wide(leads)));
  else if (leads.length === 0) print('No lead fits.');
  else print(textTable(narrow(leads)));
  return 0;
}

async function show(id: string, json: boolean, { store, print }: CommandContext): Promise<number> {
  const lead = await readLead(store.db, id);
  if (lead === undefined) throw new UsageError(`There is no lead ${id}`);
  print(json ? JSON.stringify(lead, null, 2) : leadText(lead));
  return 0;
}

async function release(id: string, { store, settings, now, print }: CommandContext, leadJobs: readonly LeadJob[]): Promise<number> {
  const at = now();
  const done = await store.begin((tx) => releaseLead(tx, { leadJobs, settings }, { id, at }));
  if (!done) throw new UsageError(`There is no suspected lead ${id}`);
  print('Released. The running server sends what was held back.');
  return 0;
}

function narrow(leads: readonly Lead[]): string[][] {
  const head = ['ID', 'RECEIVED', 'STATUS', 'REQUEST', 'CALLER', 'NAME', 'EMAIL', 'ROLE OR SUBJECT'];
  return [
    head,
    ...leads.map((lead) => [
      lead.id,
      lead.createdAt.slice(0, 16).replace('T', ' '),
      lead.suspectedSpam ? 'suspected spam' : lead.status,
      lead.request,
      lead.caller,
      `${lead.answers.name ?? ''} ${lead.answers.surname ?? lead.answers.lastname ?? ''}`.trim(),
      lead.email,
      lead.answers.role ?? lead.answers.subject ?? '',
    ]),
  ];
}

function wide(leads: readonly Lead[]): string[][] {
  const names = [...new Set(Object.values(forms).flatMap(namesOf))];
  const head = [
    'id',
    'received',
    'status',
    'verified',
    'suspectedSpam',
    'kind',
    'form',
    'caller',
    'product',
    'request',
    'aboutId',
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
      lead.kind,
      lead.form,
      lead.caller,
      lead.product,
      lead.request,
      lead.about?.id ?? '',
      ...names.map((name) => lead.answers[name] ?? ''),
      lead.attribution.page ?? '',
      lead.attribution.referrer ?? '',
      lead.attribution.utm === undefined ? '' : JSON.stringify(lead.attribution.utm),
      lead.attribution.visitorId ?? '',
    ]),
  ];
}

/** Names of a form's answers as they are stored; a field within another one is part of that one's answer. */
function namesOf(form: Form): string[] {
  return form.fields.map((use) => use.field).filter((name) => form.catalogue[name]?.within === undefined);
}
