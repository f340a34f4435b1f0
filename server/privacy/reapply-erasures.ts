import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';
import type { ErasureRow } from '../store/tables/privacy-tables.ts';
import type { Tx } from '../store/store.ts';
import { addressesByStaff } from './address-mentions.ts';
import { createErasureIndex, listErasures, ERASURE_LIST, readErasureList, writeErasureList } from './erasure-list.ts';
import type { ErasureParts } from './erase-subject.ts';
import { pagesOf } from './row-pages.ts';
import { scrubHere } from './scrub-thread.ts';
import type { Subject } from './subject.ts';
import { textsIn } from '../store/json-column.ts';

export type Reapplied = { erasures: number; subjects: number };

/**
 * Erases from a restored store again what was erased since its backup. Data that a person sent after the erasure is kept.
 * @param listed erasures that the store may lack: from DATA_DIR's list, from another server's, or from a newer backup
 */
export async function reapplyErasures(parts: ErasureParts, listed: readonly ErasureRow[], actor: string): Promise<Reapplied> {
  const { db } = parts.store;
  const known = new Set((await listErasures(db)).map((row) => row.id));
  const forgotten = listed.filter((row) => !known.has(row.id));
  if (forgotten.length === 0) return { erasures: 0, subjects: 0 };
  const subjects = await findErased(db, createErasureIndex(forgotten));
  const { eraseSubject } = await import('./erase-subject.ts');
  for (const subject of subjects) await eraseSubject(parts, subject, { actor, action: 'erase again' });
  const { store, scrub = scrubHere(store) } = parts;
  if (subjects.length > 0) await scrub();
  // Stored last: after an interruption everything is repeated.
  await db
    .insertInto('erasures')
    .values(forgotten)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return { erasures: forgotten.length, subjects: subjects.length };
}

/** Runs at a server's start: brings the list in DATA_DIR and the store's list together. Never keeps the server from starting. */
export async function syncErasures(parts: ErasureParts, log: Log): Promise<void> {
  try {
    const listed = await readErasureList(join(parts.dataDir, ERASURE_LIST));
    const { erasures, subjects } = await reapplyErasures(parts, listed, 'server');
    if (erasures > 0) log.warn({ erasures, subjects }, 'the store had forgotten erasures, as one that was restored: they were done again');
    const all = await listErasures(parts.store.db);
    if (all.length > listed.length) await writeErasureList(parts.dataDir, all);
  } catch (error) {
    log.error(
      { reason: error instanceof Error ? error.message : undefined },
      `erasures listed in DATA_DIR/${ERASURE_LIST} were not done again`,
    );
  }
}

async function findErased(db: Tx, erasuresOf: (address: string) => Subject[]): Promise<Subject[]> {
  const subjects = new Map<string, Subject>();
  const add = (address: string) => {
    for (const subject of erasuresOf(address)) {
      const name = `${subject.scope}:${subject.scope === 'mailbox' ? subject.mailbox : subject.address}`;
      subjects.set(name, subject);
    }
  };
  for await (const page of pagesOf(db, 'leads', 'id')) page.forEach((row) => add(row.email));
  // A person may be known only by an address that a request once had, or from what staff wrote about another's.
  for await (const page of pagesOf(db, 'lead_addresses', 'id')) page.forEach((row) => add(row.email));
  for await (const address of addressesByStaff(db)) add(address);
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) page.forEach((row) => add(row.address_key));
  for await (const page of pagesOf(db, 'mail_log', 'job_id')) page.forEach((row) => add(row.address_key));
  for await (const page of pagesOf(db, 'jobs', 'id')) {
    page.flatMap((job) => textsIn(job.payload)).forEach((text) => text.includes('@') && add(text));
  }
  return [...subjects.values()];
}
