import { sql } from 'kysely';
import { dropHeld, withholdJobs, releaseHeld } from '../../queue/held-jobs.ts';
import type { Store, Tx } from '../../store/store.ts';

/** Value of `waiting_on` for restored jobs, and the prefix of `mail_job` (CLAIM) for restored notices. */
const RESTORED = 'restored';
const CLAIM = `${RESTORED}:`;
/** A time of a claim in the far future, so that the claim never counts as lost. */
const NEVER = 8_640_000_000_000_000;

export type Suspended = { jobs: { name: string; count: number; oldest: number }[]; notices: number };

/**
 * Holds all queued jobs and notices of a restored store: the server that was backed up may have sent them since. May be repeated as long as no server has run
 * on the store.
 */
export async function suspendQueued(tx: Tx): Promise<void> {
  await withholdJobs(tx, { waitingOn: RESTORED, reason: 'restored from a backup: npm run restore -- --send, or --drop' });
  // Otherwise a later lead's notice would include these leads.
  await tx
    .updateTable('notices')
    .set({ mail_job: sql`${CLAIM} || coalesce(mail_job, '')`, claimed_at: NEVER })
    .where('told_at', 'is', null)
    .where((eb) => eb.or([eb('mail_job', 'is', null), eb('mail_job', 'not like', `${CLAIM}%`)]))
    .execute();
}

export async function findSuspended(db: Tx): Promise<Suspended> {
  const jobs = await db
    .selectFrom('jobs')
    .select((eb) => ['name', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('status', '=', 'held')
    .where('waiting_on', '=', RESTORED)
    .groupBy('name')
    .orderBy('name')
    .execute();
  const { count } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mail_job', 'like', `${CLAIM}%`)
    .executeTakeFirstOrThrow();
  return { jobs, notices: count };
}

/** Releases the held jobs, which the worker then runs at once. @returns how many */
export async function sendSuspended(store: Pick<Store, 'begin'>, now: number): Promise<number> {
  return store.begin(async (tx) => {
    await tx
      .updateTable('notices')
      .set({ mail_job: sql`nullif(substr(mail_job, ${sql.lit(CLAIM.length + 1)}), '')`, claimed_at: null })
      .where('mail_job', 'like', `${CLAIM}%`)
      .execute();
    return releaseHeld(tx, { waitingOn: RESTORED }, now);
  });
}

/**
 * Drops held jobs and notices; jobs that send nothing are released instead.
 * @param silent names of jobs that send nothing and have to run
 * @returns how many jobs were dropped
 */
export async function dropSuspended(store: Pick<Store, 'begin'>, silent: readonly string[], now: number): Promise<number> {
  return store.begin(async (tx) => {
    await tx.updateTable('notices').set({ told_at: now, claimed_at: now, mail_job: null }).where('mail_job', 'like', `${CLAIM}%`).execute();
    const dropped = await dropHeld(
      tx,
      { waitingOn: RESTORED, but: silent, reason: 'dropped after its store was restored from a backup' },
      now,
    );
    await releaseHeld(tx, { waitingOn: RESTORED }, now);
    return dropped;
  });
}

export async function suspendedWarning(db: Tx): Promise<string | undefined> {
  const { jobs } = await findSuspended(db);
  const count = jobs.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return undefined;
  return `${count} jobs are held since the store was restored: npm run restore -- --send sends them, npm run restore -- --drop never does`;
}
