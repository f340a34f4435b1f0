import type { Insertable } from 'kysely';
import type { Attribution } from '../../contract/api.ts';
import type { NamedAbout } from '../../contract/callers.ts';
import type { Words } from '../../contract/content-fields.ts';
import { present } from '../../contract/checked.ts';
import type { EventKind } from '../../contract/desk/event-names.ts';
import type { Answers, Consent } from '../../contract/forms/form.ts';
import { jobRows } from '../queue/job-queue.ts';
import { addressKey } from '../kernel/address.ts';
import { newId } from '../store/id.ts';
import { insertRows, rowsFor } from '../store/insert-rows.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import type { ConsentRow, IdempotencyRow, LeadEventRow, LeadRow } from '../store/tables/lead-tables.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Tx } from '../store/store.ts';
import { insertFiles } from '../files/uploads.ts';
import { answersOf } from './lead-columns.ts';
import { isUniqueViolation } from '../store/errors.ts';
import { announceWork } from '../store/announcements.ts';
import { APART, createGroupCommit, type GroupStore, groupRead } from '../store/group-commit.ts';

export const leadKinds = ['contact', 'message', 'application', 'report'] as const;
export type LeadKind = (typeof leadKinds)[number];

export type NewLead = {
  id: string;
  kind: LeadKind;
  product: string;
  caller: string;
  form: { type: string; version: number; consents: readonly Consent[] };
  /** The words in which it was asked, where staff had changed them. */
  asked?: Words;
  answers: Answers;
  attribution: Attribution;
  about?: NamedAbout | undefined;
  /** Why the lead is suspected spam; such a lead is stored, and nothing is sent for it. */
  spamReason: string | undefined;
  at: number;
  /** Stored name (Shares.names) of the sender's widest network. */
  network?: string | undefined;
  sample?: true;
  /** The client's Idempotency-Key, `further` ones that mean the same, the fingerprint of its request and the body of the answer (status 201). */
  key: { key: string; further?: readonly string[]; fingerprint: string; body: string } | undefined;
};

export type LeadWithJobs = { lead: NewLead; jobs: readonly JobRow[]; file?: FileRow };

/**
 * Stores leads with everything that belongs to them: consents, history, files, jobs and the answer to a repeated request. Without files it is a single
 * statement on PostgreSQL.
 * @throws a unique violation when an Idempotency-Key is stored already, UploadGone when a file was removed meanwhile
 */
export async function insertLeads(tx: Tx, items: readonly LeadWithJobs[]): Promise<void> {
  const leads = items.map((item) => item.lead);
  await insertRows(tx, [
    rowsFor('idempotency', leads.flatMap(idempotencyRows)),
    rowsFor('leads', leads.map(leadRow)),
    rowsFor(
      'lead_sources',
      leads.flatMap(({ id, network, at }) => (network === undefined ? [] : [{ lead_id: id, network, at }])),
    ),
    rowsFor('consents', leads.flatMap(consentRows)),
    rowsFor('lead_events', leads.map(receivedEvent)),
    jobRows(items.flatMap((item) => item.jobs)),
  ]);
  const files = items.flatMap((item) => item.file ?? []);
  if (files.length > 0) await insertFiles(tx, files);
  announceWork(tx);
}

/** An entry of a lead's history. `detail` holds no personal data except staff notes. `actor`: id of the staff account that did it. */
type LeadEvent = { at: number; kind: EventKind; detail?: object; actor?: string | undefined };

/** @returns the entry's id */
export async function addEvent(tx: Tx, leadId: string, event: LeadEvent): Promise<string> {
  const row = eventRow(leadId, event);
  await tx.insertInto('lead_events').values(row).execute();
  return row.id;
}

/** Adds the same event to each of the leads. */
export async function addEvents(tx: Tx, leadIds: readonly string[], event: LeadEvent): Promise<void> {
  await insertRows(tx, [
    rowsFor(
      'lead_events',
      leadIds.map((id) => eventRow(id, event)),
    ),
  ]);
}

/** Adds events to the histories of those leads that still exist. Throws if one is erased meanwhile; repeated, it leaves that one out. */
export async function addEventsAlive(tx: Tx, events: readonly (LeadEvent & { leadId: string })[]): Promise<void> {
  const ids = events.map(({ leadId }) => leadId);
  const there = new Set((await tx.selectFrom('leads').select('id').where('id', 'in', ids).execute()).map(({ id }) => id));
  const alive = events.filter(({ leadId }) => there.has(leadId));
  await insertRows(tx, [
    rowsFor(
      'lead_events',
      alive.map(({ leadId, ...event }) => eventRow(leadId, event)),
    ),
  ]);
}

/** The same as findLead, for jobs: those that run at the same time share one query. */
export const findLeadOfJob = groupRead(async (db, ids: readonly string[]): Promise<(LeadRow | undefined)[]> => {
  const leads = new Map((await db.selectFrom('leads').selectAll().where('id', 'in', ids).execute()).map((lead) => [lead.id, lead]));
  return ids.map((id) => leads.get(id));
});

export async function findLead(db: Tx, id: string): Promise<LeadRow | undefined> {
  return db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
}

export function fullName(lead: Pick<LeadRow, 'answers'>): string {
  const { name, surname, lastname } = answersOf(lead);
  return [name, surname ?? lastname].filter(Boolean).join(' ');
}

type Suspicion = { at: number; actor?: string | undefined };

/** Marks leads as suspected spam, together. */
export async function suspectLeads(
  tx: Tx,
  leads: readonly Pick<LeadRow, 'id' | 'created_at'>[],
  { reason, flood, ...by }: Suspicion & { reason: string; flood: string },
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  await tx.updateTable('leads').set({ suspected_spam: 1, spam_reason: reason }).where('id', 'in', ids).execute();
  await tx
    .insertInto('lead_sources')
    // A lead of unknown source becomes a source of its own.
    .values(leads.map(({ id, created_at: at }) => ({ lead_id: id, network: id, at, flood })))
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ flood }))
    .execute();
  await addEvents(tx, ids, { kind: 'marked as spam', ...by });
}

/** Removes the mark of suspected spam; the caller sends what was held back. @returns false when none of the leads had such a mark */
export async function clearSuspicion(tx: Tx, ids: readonly string[], by: Suspicion): Promise<boolean> {
  const cleared = await tx
    .updateTable('leads')
    .set({ suspected_spam: 0 })
    .where('id', 'in', ids)
    .where('suspected_spam', '=', 1)
    .returning('id')
    .execute();
  await addEvents(
    tx,
    cleared.map(({ id }) => id),
    { kind: 'released', ...by },
  );
  return cleared.length > 0;
}

/** Remembers that a report of another system was handled. @returns false if it was handled before */
export async function recordOnce(tx: Tx, report: `${string} ${string}`, at: number): Promise<boolean> {
  const first = await tx
    .insertInto('idempotency')
    // It contains a space, so that no key that a client sends can be the same.
    .values({ key: report, fingerprint: '', status: 200, body: '', created_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return first !== undefined;
}

function leadRow(lead: NewLead): Insertable<LeadRow> {
  const email = present(lead.answers.email);
  return {
    id: lead.id,
    kind: lead.kind,
    product: lead.product,
    caller: lead.caller,
    form: lead.form.type,
    form_version: lead.form.version,
    email,
    email_key: addressKey(email),
    status: 'unverified',
    suspected_spam: lead.spamReason === undefined ? 0 : 1,
    spam_reason: lead.spamReason ?? null,
    answers: JSON.stringify(lead.answers),
    asked: Object.keys(lead.asked ?? {}).length > 0 ? JSON.stringify(lead.asked) : null,
    attribution: JSON.stringify(lead.attribution),
    created_at: lead.at,
    verified_at: null,
    owner_answer: null,
    about: lead.about === undefined ? null : JSON.stringify(lead.about),
    sample: lead.sample ? 1 : null,
  };
}

function consentRows(lead: NewLead): ConsentRow[] {
  return lead.form.consents.map(({ purpose, text, version }) => ({
    id: newId(lead.at),
    lead_id: lead.id,
    action: 'asked',
    purpose,
    text,
    text_version: version,
    page: lead.attribution.page ?? '',
    at: lead.at,
  }));
}

function receivedEvent(lead: NewLead): Insertable<LeadEventRow> {
  const detail = lead.spamReason === undefined ? {} : { suspectedSpam: lead.spamReason };
  return eventRow(lead.id, { at: lead.at, kind: 'received', detail });
}

function eventRow(leadId: string, { at, kind, detail = {}, actor }: LeadEvent): Insertable<LeadEventRow> & { id: string } {
  return { id: newId(at), lead_id: leadId, at, kind, detail: JSON.stringify(detail), pending: 1, actor: actor ?? null };
}

function idempotencyRows({ key: given, at }: NewLead): IdempotencyRow[] {
  if (given === undefined) return [];
  const { key, further = [], fingerprint, body } = given;
  return [key, ...further].map((one) => ({ key: one, fingerprint, status: 201, body, created_at: at }));
}

export type LeadBatchWriter = {
  /** Resolves after the commit, when its jobs are being looked for; `false` when the lead's Idempotency-Key is stored already: then nothing was stored. */
  add: (item: LeadWithJobs) => Promise<boolean>;
  drain: () => Promise<void>;
};

/** Stores leads that arrive together in one transaction. @param wake called after each commit: its jobs can be looked for */
export function createLeadBatchWriter(store: GroupStore, wake?: () => void): LeadBatchWriter {
  const accepted = createGroupCommit<LeadWithJobs, void>(store, {
    maxBatch: 64,
    apart: APART,
    isOneStatement: (items) => items.every(({ file }) => file === undefined),
    write: async (tx, items) => {
      await insertLeads(tx, items);
      return items.map(() => undefined);
    },
  });
  return {
    drain: () => accepted.drain(),
    async add(item) {
      try {
        await accepted.add(item);
        wake?.();
        return true;
      } catch (error) {
        if (isUniqueViolation(error) && item.lead.key !== undefined) return false;
        throw error;
      }
    },
  };
}
