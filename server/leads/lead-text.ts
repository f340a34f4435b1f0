import { forms } from '../../contract/forms/form-list.ts';
import { UsageError } from '../cli/command.ts';
import type { LeadFilter, LeadWithHistory } from './lead-queries.ts';
import { leadKinds } from './lead-repository.ts';
import { textTable } from '../cli/text-table.ts';

export const filterOptions = {
  status: { type: 'string' },
  kind: { type: 'string' },
  form: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  spam: { type: 'boolean' },
} as const;

export type FilterValues = {
  status?: string;
  kind?: string;
  form?: string;
  since?: string;
  until?: string;
  limit?: string;
  spam?: boolean;
};

/**
 * Reads the filter options of the command.
 * @throws UsageError when an option's value is not allowed
 */
export function readFilter(values: FilterValues): LeadFilter {
  const filter: LeadFilter = {};
  if (values.status !== undefined) filter.status = oneOf('--status', values.status, ['unverified', 'verified'] as const);
  if (values.kind !== undefined) filter.kind = oneOf('--kind', values.kind, leadKinds);
  if (values.form !== undefined) filter.form = oneOf('--form', values.form, Object.keys(forms));
  if (values.spam) filter.spam = true;
  if (values.since !== undefined) filter.since = time('--since', values.since);
  if (values.until !== undefined) filter.until = time('--until', values.until);
  if (values.limit !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(values.limit)) throw new UsageError('--limit is a whole number from 1');
    filter.limit = Number(values.limit);
  }
  return filter;
}

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

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${name} is one of ${allowed.join(', ')}`);
  return found;
}

function time(name: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${name} is a day (2026-11-01) or a time (2026-11-01T09:30Z)`);
  return at;
}
