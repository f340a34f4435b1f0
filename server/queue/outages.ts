import { groupRead } from '../store/group-commit.ts';
import { sql } from 'kysely';
import type { Log } from '../kernel/log.ts';
import type { OutageRow } from '../store/tables/queue-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { Unavailable } from './job.ts';
import { released as releasedByPerson, SHARE } from './job-queue.ts';

/** `free`: the resource counts as working. `tries`: it is down, and this job is the one that tries it. */
export type Reached = 'free' | 'tries';

export type Outages = ReturnType<typeof createOutages>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds between two tries: a tenth of the outage so far, at least this, so that its end is noticed soon. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 5 * minute;
/** The longest pause when a try may have had its effect (a visitor may get a mail twice): the pause grows fourfold each time. */
const LONGEST_PERHAPS = 60 * minute;
/** Milliseconds after which a try without a result counts as failed: its process died. */
const LONGEST_TRY = 3 * minute;
/** Milliseconds between released jobs, so that they do not all start at once. */
const SPACING = 100;
/** Jobs that were given up during an outage run again after it, if they are younger than this (milliseconds). */
const REVIVED = 14 * day;

/**
 * What is down, as the store knows it, for all servers. An outage ends only when a job succeeds: one job at a time is let through to try, the
 * least tried and oldest first; the others wait, which counts as no attempt.
 */
export function createOutages(store: Store, log: Log, now: () => number) {
  const found = createFindings();
  return {
    foundDown: found.add,
    /**
     * @param perhapsDone how many runs of the job may have had their effect: with any, it does not try while a job with none waits
     * @throws Unavailable where the job has to wait
     */
    async reach(resource: string, perhapsDone = 0): Promise<Reached> {
      const doubt = found.watch(resource);
      const outage = await find(store.db, resource);
      if (outage === undefined) doubt();
      if (outage === undefined) return 'free';
      const at = now();
      const isDue = outage.next_try_at <= at && (perhapsDone === 0 || !(await hasUntried(store.db, resource)));
      if (isDue && (await takeTry(store.db, outage, at))) return 'tries';
      throw new Unavailable(resource, outage.reason, { untried: true });
    },
    /** @param reached as `reach` returned it: a job that began before the outage is not counted as a try */
    async failed({ resource, message: reason, perhapsDone, mend }: Unavailable, reached: Reached): Promise<void> {
      const at = now();
      const outage = await find(store.db, resource);
      if (outage !== undefined && reached === 'free') return;
      const failures = (outage?.failures ?? 0) + 1;
      const pause = perhapsDone ? pauseAfterPerhaps(failures) : pauseAfter(at - (outage?.since ?? at));
      const news = { failures, reason, next_try_at: at + pause };
      if (outage !== undefined) return void (await store.db.updateTable('outages').set(news).where('resource', '=', resource).execute());
      await store.db
        .insertInto('outages')
        .values({ resource, since: at, ...news })
        .onConflict((conflict) => conflict.column('resource').doNothing())
        .execute();
      log.error({ resource, reason, ...(mend && { mend }) }, 'does not work: jobs that need it wait, and one at a time tries it');
    },
    /** The try ended without showing whether the resource works: the next job may try. */
    async undecided(resource: string): Promise<void> {
      await store.db.updateTable('outages').set({ next_try_at: now() }).where('resource', '=', resource).execute();
    },
    /** The resource works: releases the jobs that wait for it, and those given up lately because of it. @returns how many */
    async over(resource: string): Promise<number> {
      const released = await store.begin(async (tx) => {
        const ended = await tx.deleteFrom('outages').where('resource', '=', resource).executeTakeFirst();
        return ended.numDeletedRows > 0n ? release(tx, resource, now()) : undefined;
      });
      if (released !== undefined) log.info({ resource, jobs: released }, 'works again: what waited for it runs now');
      return released ?? 0;
    },
    /** Makes one job due for each resource that may be tried again, and releases what waits for one that works. @returns whether any is due */
    async tryAgain(): Promise<boolean> {
      const at = now();
      const works = await awaitedThatWork(store.db);
      for (const resource of works) await store.begin((tx) => release(tx, resource, at));
      const due = await store.db.selectFrom('outages').select('resource').where('next_try_at', '<=', at).execute();
      let some = works.length > 0;
      for (const { resource } of due) some = (await makeDue(store.db, resource, at)) || some;
      return some;
    },
  };
}

/** What jobs of this process have found down, which the store may not know yet. */
function createFindings() {
  const latest = new Map<string, { reason: string; isStored: boolean }>();
  return {
    /** From now on no job of this process is told that the resource works. @returns ends that; called once `failed` has stored the outage */
    add: ({ resource, message: reason }: Unavailable): (() => void) => {
      const finding = { reason, isStored: false };
      latest.set(resource, finding);
      return () => void (finding.isStored = true);
    },
    /** Called before the store is asked for an outage. @returns a check of the answer that there is none: throws where a finding may be newer */
    watch: (resource: string): (() => void) => {
      const before = latest.get(resource);
      const known = before?.isStored === true ? before : undefined;
      return () => {
        const now = latest.get(resource);
        if (now !== undefined && now !== known) throw new Unavailable(resource, now.reason, { untried: true });
      };
    },
  };
}

export async function listOutages(db: Tx): Promise<OutageRow[]> {
  return db.selectFrom('outages').selectAll().orderBy('since').execute();
}

const find = groupRead(async (db, resources: readonly string[]) => {
  const rows = await db.selectFrom('outages').selectAll().execute();
  return resources.map((resource) => rows.find((row) => row.resource === resource));
});

/** Resources that count as working and still have jobs waiting: these began to wait just as the outage ended, or an older server enqueued them. */
async function awaitedThatWork(db: Tx): Promise<string[]> {
  // Reads one row for each name, from one to the next: a `distinct` would read every job that waits.
  const { rows } = await sql<{ resource: string }>`
    with recursive awaited (resource) as (
      select min(waiting_on) from jobs where waiting_on is not null
      union all select (select min(waiting_on) from jobs where waiting_on > awaited.resource) from awaited where awaited.resource is not null)
    select resource from awaited where resource not in (${releasedByPerson}, ${SHARE}) and resource not in (select resource from outages)
      and exists (select id from jobs where waiting_on = awaited.resource and status = 'ready')`.execute(db);
  return rows.map(({ resource }) => resource);
}

async function hasUntried(db: Tx, resource: string): Promise<boolean> {
  const waiting = db.selectFrom('jobs').select('id').where('waiting_on', '=', resource).where('status', '=', sql.lit('ready'));
  return (await waiting.where('perhaps_done', '=', 0).limit(1).executeTakeFirst()) !== undefined;
}

/** Takes the right to try the resource next; of several servers one succeeds. */
async function takeTry(db: Tx, { resource, next_try_at: before }: OutageRow, at: number): Promise<boolean> {
  const taken = await db
    .updateTable('outages')
    .set({ next_try_at: at + LONGEST_TRY })
    .where('resource', '=', resource)
    .where('next_try_at', '=', before)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

function pauseAfter(age: number): number {
  return Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, Math.round(age / 10)));
}

function pauseAfterPerhaps(failures: number): number {
  return Math.min(LONGEST_PERHAPS, FIRST_PAUSE * 4 ** Math.min(failures - 1, 10));
}

async function makeDue(db: Tx, resource: string, at: number): Promise<boolean> {
  const next = db
    .selectFrom('jobs')
    .select('id')
    .where('waiting_on', '=', resource)
    .where('status', '=', sql.lit('ready'))
    .orderBy('perhaps_done')
    .orderBy('attempts')
    .orderBy(sql`coalesce(load, 0)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  const made = await db.updateTable('jobs').set({ run_at: at }).where('id', 'in', next).where('run_at', '>', at).executeTakeFirst();
  return made.numUpdatedRows > 0n;
}

/** Senders who had used least of their share come first, then the oldest jobs. A job that was given up gets its full time again. */
async function release(tx: Tx, resource: string, at: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update jobs set status = 'ready', waiting_on = null, finished_at = null, run_at = ${at} + turns.turn * ${SPACING},
      failing_since = case when jobs.status = 'dead' then null else jobs.failing_since end
    from (
      select id, row_number() over (order by coalesce(load, 0), created_at, id) - 1 as turn from jobs
      where waiting_on = ${resource} and (status = 'ready' or (status = 'dead' and created_at > ${at - REVIVED}))
    ) as turns
    where jobs.id = turns.id`.execute(tx);
  return Number(numAffectedRows);
}
