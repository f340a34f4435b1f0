import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import { SHARE } from './job-queue.ts';

/** Why jobs are held: the value of `waiting_on`. */
type Held = { waitingOn: string; payloads?: readonly string[] };

/** Holds the waiting jobs with these payloads; without payloads all that are waiting or running. */
export async function withholdJobs(tx: Tx, { waitingOn, payloads, reason }: Held & { reason: string }): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ status: 'held', waiting_on: waitingOn, last_error: reason, locked_by: null, locked_until: null })
    .where('status', 'in', payloads === undefined ? ['ready', 'running'] : ['ready'])
    .$if(payloads !== undefined, (query) => query.where('payload', 'in', payloads ?? []))
    .execute();
}

/** Lets held jobs run now. @returns how many */
export async function releaseHeld(tx: Tx, { waitingOn, payloads }: Held, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'ready', run_at: now, waiting_on: null, last_error: null })
    .where('status', '=', 'held')
    .where('waiting_on', '=', waitingOn)
    .$if(payloads !== undefined, (query) => query.where('payload', 'in', payloads ?? []))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends held jobs without running them, except for those with these names. @returns how many */
export async function dropHeld(
  tx: Tx,
  { waitingOn, but, reason }: Held & { but: readonly string[]; reason: string },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'done', waiting_on: null, finished_at: now, last_error: reason })
    .where('status', '=', 'held')
    .where('waiting_on', '=', waitingOn)
    .where('name', 'not in', but.length > 0 ? but : [''])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Stores another load for jobs that wait for room in a share. @param leaves whether they are due now, without further waiting */
export async function reloadShared(
  tx: Tx,
  payload: string,
  { load, leaves, now }: { load: number; leaves: boolean; now: number },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ load, ...(leaves && { run_at: now, waiting_on: null, last_error: null }) })
    .where('waiting_on', '=', SHARE)
    .where('status', '=', 'ready')
    .where('payload', '=', payload)
    .execute();
}

/** Makes jobs that wait for room in a share due at these times. @returns how many */
export async function scheduleShared(db: Tx, turns: readonly { id: string; at: number }[]): Promise<number> {
  const rows = sql.join(turns.map(({ id, at }) => sql`(cast(${id} as text), cast(${at} as bigint))`));
  const { numAffectedRows } = await sql`
    with turns (id, at) as (values ${rows})
    update jobs set run_at = turns.at from turns where jobs.id = turns.id and waiting_on = ${SHARE} and status = 'ready'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
