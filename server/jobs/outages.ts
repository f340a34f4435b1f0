import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { OutageRow } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';
import { Unavailable } from './job.ts';
import { released as releasedByPerson, SHARE } from './job-queue.ts';

/** How a job came to use a resource: `free` where nothing was known against it, `tries` where it is down and this one finds out. */
export type Reached = 'free' | 'tries';

export type Outages = ReturnType<typeof createOutages>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds between two tries: a tenth of the time since it began, so that nobody waits for much longer than it lasts. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 5 * minute;
/** The same where a try may have had its effect, so that each may reach somebody twice: times four after each. */
const LONGEST_PERHAPS = 60 * minute;
/** A try whose process died counts as failed after this. */
const LONGEST_TRY = 3 * minute;
/** Milliseconds between two jobs that were released. */
const SPACING = 100;
/** What was given up is taken up again if it is younger than this. */
const REVIVED = 14 * day;

/**
 * What is down, as the store knows it, for all servers. Only a job that succeeds ends it: one at a time is let through to try, the least
 * tried and oldest first; the others wait without an attempt.
 */
export function createOutages(store: Store, log: Log, now: () => number) {
  return {
    /**
     * @param perhapsDone of the job: one that may have been done is not risked while another waits
     * @throws Unavailable where the job has to wait
     */
    async reach(resource: string, perhapsDone = 0): Promise<Reached> {
      const outage = await find(store.db, resource);
      if (outage === undefined) return 'free';
      const at = now();
      const isDue = outage.next_try_at <= at && (perhapsDone === 0 || !(await hasUntried(store.db, resource)));
      if (isDue && (await takeTry(store.db, outage, at))) return 'tries';
      throw new Unavailable(resource, outage.reason, { untried: true });
    },
    /** @param reached how the job came to use it; what was under way when the outage began is no further try of it */
    async failed({ resource, message: reason, perhapsDone }: Unavailable, reached: Reached): Promise<void> {
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
      log.error({ resource, reason }, 'does not work: jobs that need it wait, and one at a time tries it');
    },
    /** A try ended without an answer to the question: the next may find out. */
    async undecided(resource: string): Promise<void> {
      await store.db.updateTable('outages').set({ next_try_at: now() }).where('resource', '=', resource).execute();
    },
    /** It works: what waited runs, a little apart, and what was given up of it lately as well. @returns how many jobs */
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

export async function listOutages(db: Tx): Promise<OutageRow[]> {
  return db.selectFrom('outages').selectAll().orderBy('since').execute();
}

async function find(db: Tx, resource: string): Promise<OutageRow | undefined> {
  return db.selectFrom('outages').selectAll().where('resource', '=', resource).executeTakeFirst();
}

/** Jobs came to wait for these when an outage was just over, or wait as an older server let them. */
async function awaitedThatWork(db: Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('waiting_on')
    .distinct()
    .where('waiting_on', 'is not', null)
    .where('waiting_on', 'not in', [releasedByPerson, SHARE])
    .where('status', '=', 'ready')
    .where('waiting_on', 'not in', (eb) => eb.selectFrom('outages').select('resource'))
    .execute();
  return rows.map(({ waiting_on: resource }) => resource!);
}

async function hasUntried(db: Tx, resource: string): Promise<boolean> {
  const waiting = db.selectFrom('jobs').select('id').where('waiting_on', '=', resource).where('status', '=', 'ready');
  return (await waiting.where('perhaps_done', '=', 0).limit(1).executeTakeFirst()) !== undefined;
}

/** One of all servers gets it. */
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
    .where('status', '=', 'ready')
    .orderBy('perhaps_done')
    .orderBy('attempts')
    .orderBy(sql`coalesce(load, 0)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  const made = await db.updateTable('jobs').set({ run_at: at }).where('id', 'in', next).where('run_at', '>', at).executeTakeFirst();
  return made.numUpdatedRows > 0n;
}

/** Of those who had used least of their share first, and the oldest of them. What was given up begins its days anew. */
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
