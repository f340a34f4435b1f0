import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ErasureRow } from '../store/tables/privacy-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Files } from '../files/files.ts';
import type { Store, Tx } from '../store/store.ts';
import { sql } from 'kysely';
import { deleteLeads } from '../leads/delete-leads.ts';
import { tables } from '../store/schema.ts';
import { keyColumn } from '../store/table.ts';
import { indexLeads, lockIndex } from '../work/index/lead-index.ts';
import { uncountLeads } from '../work/index/lead-counts.ts';
import { insertErasure } from './erasure-list.ts';
import { removeStaffMentions, withoutAddressInJson } from './address-mentions.ts';
import { logPrivacy } from './privacy-log.ts';
import type { Scrub } from './scrub-thread.ts';
import { isOfSubject, subjectOf, type Subject } from './subject.ts';
import { addressKey, exactKey } from '../kernel/address.ts';
import { traceCounts, findJobs, findTraces, type Traces } from './traces.ts';

export type ErasureParts = {
  store: Store;
  files: Pick<Files, 'remove'>;
  dataDir: string;
  now: () => number;
  onErased: OnErased;
  /** Default: in this thread. */
  scrub?: Scrub | undefined;
};

/** Called with the erased requests, in the transaction that erases them, so that other parts and systems erase them too. */
export type OnErased = (tx: Tx, dialect: Store['dialect'], erased: { leads: readonly LeadRow[]; at: number }) => Promise<void>;

export type ErasureRequest = {
  actor: string;
  action: 'erase' | 'erase again';
  patience?: number;
  /** Whether to remove the address from what staff wrote about other people's requests. Default: only when erasing again after a restore. */
  staffMentions?: boolean;
};

export type Erased = {
  counts: Record<string, number>;
  /** Undefined when an earlier erasure was repeated. */
  erasure: ErasureRow | undefined;
  /** Number of files that could not be removed now: no row refers to them any more, and the server removes them within a day. */
  filesLeft: number;
};

/** Milliseconds to wait for running jobs about the subject to end. */
const PATIENCE = 30_000;

/**
 * Deletes all data about a subject: rows, queued jobs, files and stored mails. Safe to repeat after an interruption. Deleted data stays in free space of the
 * store until scrubStore runs.
 * @throws JobsRun when a job about the subject does not end: only queued jobs were deleted then
 */
export async function eraseSubject(
  parts: ErasureParts,
  subject: Subject,
  { actor, action, patience = PATIENCE, staffMentions = action === 'erase again' }: ErasureRequest,
): Promise<Erased> {
  const { store, files, dataDir, now } = parts;
  const { jobs } = await findTraces({ db: store.db, dataDir }, subject);
  const left = await stopJobs(parts, jobs, action === 'erase' ? patience : 0);
  if (left > 0 && action === 'erase') throw new JobsRun(`${left} jobs about the address are running and do not end`);
  const traces = await findTraces({ db: store.db, dataDir }, subject);
  // Queued jobs are deleted already: the first search counted them.
  const counts: Record<string, number> = { ...traceCounts(traces), jobs: jobs.length };
  const erasure = await store.begin(async (tx) => {
    const at = now();
    const leadIds = traces.leads.map((lead) => lead.id);
    // A backup may contain these requests under another address that they once had.
    const addresses = await otherAddresses(tx, traces, subject);
    await inBatches(leadIds, (some) => uncountLeads(tx, store.dialect, some));
    await parts.onErased(tx, store.dialect, { leads: traces.leads, at });
    await deleteLeads(tx, store.dialect, { leadIds, at });
    await deleteRows(tx, traces, subject);
    await deleteMistyped(tx, traces, subject);
    if (staffMentions) counts.staffMentions = await removeMentions(tx, store.dialect, subject);
    await logPrivacy(tx, { action, actor, at, counts });
    if (action !== 'erase') return undefined;
    for (const other of addresses) await insertErasure(tx, subjectOf(other, 'address'), at);
    return insertErasure(tx, subject, at);
  });
  for (const { path } of traces.mails) await rm(path, { force: true });
  let filesLeft = 0;
  for (const { key } of traces.rows.files) {
    await files.remove(key).catch(() => {
      filesLeft += 1;
    });
  }
  return { counts, erasure, filesLeft };
}

export class JobsRun extends Error {
  override name = 'JobsRun';
}

/**
 * Deletes queued jobs, and waits for running ones: a mail that is sent meanwhile would be stored as a file.
 * @returns how many are still running
 */
async function stopJobs({ store, now }: ErasureParts, jobs: Traces['jobs'], patience: number): Promise<number> {
  const ids = jobs.map((job) => job.id);
  for (const until = performance.now() + patience; ;) {
    const at = now();
    await inBatches(ids, (some) =>
      store.db
        .deleteFrom('jobs')
        .where('id', 'in', some)
        .where((eb) => eb.or([eb('status', '!=', 'running'), eb('locked_until', '<', at)]))
        .execute(),
    );
    let left = 0;
    await inBatches(ids, async (some) => {
      left += (await store.db.selectFrom('jobs').select('id').where('id', 'in', some).execute()).length;
    });
    if (left === 0 || performance.now() >= until) return left;
    await wait(100);
  }
}

async function deleteRows(tx: Tx, traces: Traces, subject: Subject): Promise<void> {
  const names = new Set([...traces.leads.map(({ id }) => id), ...traces.rows.verifications.map((row) => row.token_hash)]);
  // Searched again: a click on a link may have enqueued jobs meanwhile.
  const jobs = (await findJobs(tx, subject, names)).map(({ id }) => id);
  const keys = {
    jobs,
    mail_log: [...new Set([...jobs, ...traces.mailLog.map((row) => row.job_id)])],
    suppressions: traces.suppressions.map((row) => row.address_key),
    idempotency: traces.idempotency.map((row) => row.key),
  };
  for (const [name, doomed] of Object.entries(keys)) {
    const key = sql.ref(keyColumn(tables[name as keyof typeof keys]));
    await inBatches(doomed, (some) => sql`delete from ${sql.table(name)} where ${key} in (${sql.join(some)})`.execute(tx));
  }
}

/** Removes the address from others' requests that had it, mistyped: its links, and what other systems are told of these requests. */
async function deleteMistyped(tx: Tx, { mistyped }: Traces, subject: Subject): Promise<void> {
  for (const { id, lead_id: leadId } of mistyped) {
    await tx.deleteFrom('lead_addresses').where('id', '=', id).execute();
    await tx.deleteFrom('verifications').where('lead_id', '=', leadId).where('address_key', '=', subject.mailbox).execute();
    const events = await tx.selectFrom('delivery_events').select(['id', 'payload']).where('lead_id', '=', leadId).execute();
    for (const { id: event, payload } of events) {
      const cleaned = payload === null ? null : withoutAddressInJson(payload, subject);
      if (cleaned !== payload) await tx.updateTable('delivery_events').set({ payload: cleaned }).where('id', '=', event).execute();
    }
  }
}

/** Removes the address from what staff wrote about other people's requests, and from the search index of these. @returns how many requests */
async function removeMentions(tx: Tx, dialect: Store['dialect'], subject: Subject): Promise<number> {
  const ids = await removeStaffMentions(tx, subject);
  if (ids.length > 0) await lockIndex(dialect, tx);
  await inBatches(ids, (some) => indexLeads(tx, dialect, { ids: some, told: false }));
  return ids.length;
}

/**
 * Other addresses that the erased requests have or had, and no other request has: erased too, so that a restored request with one is erased again.
 */
async function otherAddresses(tx: Tx, { leads, rows }: Traces, subject: Subject): Promise<string[]> {
  const ids = leads.map(({ id }) => id);
  const all = [...leads.map(({ email }) => email), ...rows.lead_addresses.map(({ email }) => email)];
  const others = new Set(all.map(exactKey).filter((address) => !isOfSubject(subject, address)));
  const free: string[] = [];
  for (const address of others) {
    const more = await tx.selectFrom('leads').select('id').where('email_key', '=', addressKey(address)).execute();
    if (more.every(({ id }) => ids.includes(id))) free.push(address);
  }
  return free;
}

const BATCH = 500;

async function inBatches(all: readonly string[], work: (some: readonly string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += BATCH) await work(all.slice(at, at + BATCH));
}
