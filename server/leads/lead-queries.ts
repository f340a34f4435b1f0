import type { Attribution } from '../../contract/api.ts';
import type { LeadTopic, NamedAbout } from '../../contract/callers.ts';
import type { Answers } from '../../contract/forms/form.ts';
import { selectConsents } from './consents/consent-records.ts';
import { answersOf, attributionOf, readable, aboutOf, requestOf } from './lead-columns.ts';
import { type LeadKind } from './lead-repository.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

/** A lead as staff see it. Times are ISO 8601 in UTC. */
export type Lead = {
  id: string;
  kind: LeadKind;
  createdAt: string;
  status: 'unverified' | 'verified';
  verifiedAt: string | null;
  suspectedSpam: boolean;
  spamReason: string | null;
  product: string;
  caller: string;
  form: string;
  formVersion: number;
  email: string;
  /** What was asked for, in the site's words (requestOf). */
  request: string;
  about: (LeadTopic & Partial<NamedAbout>) | null;
  answers: Answers;
  attribution: Attribution;
  /** Made up for trying the desk, not sent by a visitor. */
  sample: boolean;
};

export type LeadWithHistory = Lead & {
  consents: Array<{ at: string; action: string; purpose: string; version: string; text: string; page: string }>;
  /** `actor`: id of the staff account that did it. */
  history: Array<{ at: string; kind: string; detail: string; actor: string | null }>;
};

/** Times are milliseconds since the epoch; `until` is exclusive. */
export type LeadFilter = {
  status?: 'unverified' | 'verified';
  form?: string;
  kind?: LeadKind;
  spam?: boolean;
  since?: number;
  until?: number;
  limit?: number;
};

export async function listLeads(db: Tx, filter: LeadFilter): Promise<Lead[]> {
  let query = db.selectFrom('leads').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.form !== undefined) query = query.where('form', '=', filter.form);
  if (filter.spam) query = query.where('suspected_spam', '=', 1);
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since);
  if (filter.until !== undefined) query = query.where('created_at', '<', filter.until);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return (await query.execute()).map(leadOf);
}

export async function readLead(db: Tx, id: string): Promise<LeadWithHistory | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const consents = await selectConsents(db).selectAll().where('lead_id', '=', id).orderBy('at').orderBy('id').execute();
  const events = await db.selectFrom('lead_events').selectAll().where('lead_id', '=', id).orderBy('at').orderBy('id').execute();
  return {
    ...leadOf(row),
    consents: consents.map(({ at, action, purpose, text_version: version, text, page }) => ({
      at: iso(at),
      action,
      purpose,
      version,
      text,
      page,
    })),
    history: events.map(({ at, kind, detail, actor }) => ({ at: iso(at), kind, detail: detail === '{}' ? '' : detail, actor })),
  };
}

function leadOf(stored: LeadRow): Lead {
  const row = readable(stored);
  return {
    id: row.id,
    kind: row.kind as LeadKind,
    createdAt: iso(row.created_at),
    status: row.status,
    verifiedAt: row.verified_at === null ? null : iso(row.verified_at),
    suspectedSpam: row.suspected_spam === 1,
    spamReason: row.spam_reason,
    product: row.product,
    caller: row.caller,
    form: row.form,
    formVersion: row.form_version,
    email: row.email,
    request: requestOf(row).request,
    about: aboutOf(row) ?? null,
    answers: answersOf(row),
    attribution: attributionOf(row),
    sample: row.sample === 1,
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
