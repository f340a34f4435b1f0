import { forms } from '../../contract/forms/form-list.ts';
import type { Form } from '../../contract/forms/form.ts';
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
import { csv, printRows, tableRows, textTable, type Columns } from '../cli/text-table.ts';
import type { LeadJob } from '../leads/lead-job.ts';
import { listLeads, readLead, type Lead, type LeadFilter, type LeadWithHistory } from '../leads/lead-queries.ts';
import { leadKinds } from '../leads/lead-repository.ts';
import { releaseLead } from './lead-work.ts';

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
  return { help, run: (args, context) => runAction(declared, args, { ...context, leadJobs }) };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
export const filterOptions = { status: text, kind: text, form: text, since: text, until: text, limit: text, spam: flag } as const;

type FilterValues = { [Name in keyof typeof filterOptions]?: (typeof filterOptions)[Name] extends typeof flag ? boolean : string };

/** @throws UsageError when an option's value is not allowed */
export function readFilter({ status, kind, form, since, until, limit, spam }: FilterValues): LeadFilter {
  return {
    ...(status !== undefined && { status: optionOf('--status', status, ['unverified', 'verified']) }),
    ...(kind !== undefined && { kind: optionOf('--kind', kind, leadKinds) }),
    ...(form !== undefined && { form: optionOf('--form', form, Object.keys(forms)) }),
    ...(since !== undefined && { since: timeOption('--since', since) }),
    ...(until !== undefined && { until: timeOption('--until', until) }),
    ...(limit !== undefined && { limit: wholeNumber(limit, '--limit') }),
    ...(spam === true && { spam }),
  };
}

const options = { ...filterOptions, json: flag, csv: flag } as const;

const declared: Declared<typeof options, CommandContext & { leadJobs: readonly LeadJob[] }> = {
  options,
  actions: {
    list: {
      options: Object.keys(options) as (keyof typeof options)[],
      run: async ({ store, print }, values) => {
        const leads = await listLeads(store.db, readFilter(values));
        if (values.csv) print(csv(tableRows(wide, leads)));
        else printRows(print, leads, { columns: narrow, none: 'No lead fits.', json: values.json });
      },
    },
    show: {
      takes: ['an id'],
      options: ['json'],
      run: async ({ store, print }, { json }, id = '') => {
        const lead = await readLead(store.db, id);
        if (lead === undefined) throw new UsageError(`There is no lead ${id}`);
        print(json ? JSON.stringify(lead, null, 2) : leadText(lead));
      },
    },
    release: {
      takes: ['an id'],
      run: async ({ store, settings, now, print, leadJobs }, _, id = '') => {
        const at = now();
        const done = await store.begin((tx) => releaseLead(tx, { leadJobs, settings }, { id, at }));
        if (!done) throw new UsageError(`There is no suspected lead ${id}`);
        print('Released. The running server sends what was held back.');
      },
    },
  },
};

/** @param more further lines below the answers */
export function leadText(lead: LeadWithHistory, more: ReadonlyArray<readonly [name: string, value: string]> = []): string {
  const facts = [
    ['id', lead.id],
    ['received', lead.createdAt],
    ['status', lead.status + (lead.suspectedSpam ? `, suspected spam: ${lead.spamReason}` : '')],
    ['verified', lead.verifiedAt ?? '-'],
    ['request', lead.request],
    ['form', `${lead.form} (version ${lead.formVersion}), opened from ${lead.caller}, product ${lead.product}`],
    ...Object.entries(lead.answers),
    ...more,
    ...Object.entries(lead.attribution).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const),
  ];
  return [
    textTable(facts),
    '\nConsent',
    textTable(lead.consents.map((consent) => [consent.at, consent.action, `${consent.purpose} (${consent.version})`, consent.text])),
    '\nHistory',
    textTable(lead.history.map((event) => [event.at, event.kind, event.detail, event.actor ?? ''])),
  ].join('\n');
}

const narrow: Columns<Lead> = [
  ['ID', ({ id }) => id],
  ['RECEIVED', ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ')],
  ['STATUS', ({ suspectedSpam, status }) => (suspectedSpam ? 'suspected spam' : status)],
  ['REQUEST', ({ request }) => request],
  ['CALLER', ({ caller }) => caller],
  ['NAME', ({ answers: { name = '', surname, lastname = '' } }) => `${name} ${surname ?? lastname}`.trim()],
  ['EMAIL', ({ email }) => email],
  ['ROLE OR SUBJECT', ({ answers: { role, subject = '' } }) => role ?? subject],
];

const wide: Columns<Lead> = [
  ['id', ({ id }) => id],
  ['received', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  ['verified', ({ verifiedAt }) => verifiedAt ?? ''],
  ['suspectedSpam', ({ suspectedSpam }) => String(suspectedSpam)],
  ['kind', ({ kind }) => kind],
  ['form', ({ form }) => form],
  ['caller', ({ caller }) => caller],
  ['product', ({ product }) => product],
  ['request', ({ request }) => request],
  ['aboutId', ({ about }) => about?.id ?? ''],
  ...answerColumns(new Set(Object.values(forms).flatMap(namesOf))),
  ['page', ({ attribution: { page = '' } }) => page],
  ['entry', ({ attribution: { entry = '' } }) => entry],
  ['referrer', ({ attribution: { referrer = '' } }) => referrer],
  ['utm', ({ attribution: { utm } }) => (utm === undefined ? '' : JSON.stringify(utm))],
  ['visitorId', ({ attribution: { visitorId = '' } }) => visitorId],
];

/** A column for each of these answers. */
export function answerColumns(names: Iterable<string>): Columns<Lead> {
  return Array.from(names, (name) => [name, ({ answers }: Lead) => answers[name] ?? ''] as const);
}

/** Names of a form's answers as they are stored; a field within another one is part of that one's answer. */
function namesOf(form: Form): string[] {
  return form.fields.map((use) => use.field).filter((name) => form.catalogue[name]?.within === undefined);
}
