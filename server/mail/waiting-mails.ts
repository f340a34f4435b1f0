import { sql } from 'kysely';
import { scheduleShared } from '../queue/held-jobs.ts';
import { SHARE } from '../queue/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import { logOnce, repeat } from '../kernel/repeat.ts';
import { isStoreDown } from '../store/errors.ts';
import { placesFor } from '../store/shares/pots.ts';
import type { Store, Tx } from '../store/store.ts';
import type { MailLimit } from './mail-limits.ts';

/** The stored reason of a mail that waits for room; job-causes.ts recognises these words. */
export const shareReason =
  'its sender, their network or the domain of the address has had its share of FIRST_MAILS_PER_HOUR and FIRST_MAILS_PER_DAY: it leaves while others leave room, or at once by npm run jobs -- retry ID';

const HOUR = 3_600_000;
/** Milliseconds after which such a mail is tried in any case. */
export const LONGEST_WAIT = 24 * HOUR;
const EVERY = 10_000;
/** Mails looked at in one round, at most. */
const MAX_RELEASED = 100;

/**
 * Lets first mails that wait for room leave as there is some: of those who have used least of their share first, and the newest of them.
 * Servers that share a store may do it at once: a mail that finds no room waits again.
 * @returns how many are due now or within ten seconds
 */
export async function releaseWaitingMails(db: Tx, limit: MailLimit, now: number): Promise<number> {
  const waiting = await db
    .selectFrom('jobs')
    .select(['id', 'load'])
    .where('waiting_on', '=', SHARE)
    .where('status', '=', sql.lit('ready'))
    // `+` keeps this condition from choosing an index: nearly all rows meet it, and the index of the order finds the first ones.
    .where(sql<number>`+run_at`, '>', now)
    .orderBy(sql`coalesce(load, 0)`)
    .orderBy('created_at', 'desc')
    .limit(MAX_RELEASED)
    .execute();
  if (waiting.length === 0) return 0;
  const underWay = await countUnderWay(db, now);
  const [hour, day] = [underWay + (await countSince(db, now - HOUR)), underWay + (await countSince(db, now - 24 * HOUR))];
  let free = 0;
  for (const { load } of waiting) {
    if (hour + free >= placesFor(load, limit.perHour) || day + free >= placesFor(load, limit.perDay)) break;
    free += 1;
  }
  if (free === 0) return 0;
  // Spread over the time until the next round, so that mails of other senders can leave between them.
  return scheduleShared(
    db,
    waiting.slice(0, free).map(({ id }, place) => ({ id, at: now + Math.floor((EVERY * place) / free) })),
  );
}

type Release = { store: Pick<Store, 'db' | 'now'>; limit: MailLimit; log: Log; wake: () => void };

/** Calls `releaseWaitingMails` every ten seconds. @returns ends it */
export function startReleasingMails({ store, limit, log, wake }: Release): () => Promise<void> {
  const release = async () => {
    if ((await releaseWaitingMails(store.db, limit, store.now())) > 0) wake();
  };
  return repeat(release, { every: EVERY, first: EVERY, report: logOnce(log, 'waiting mails cannot be looked at', isStoreDown) }).stop;
}

/** Counts mails that were released and have not been sent yet. */
async function countUnderWay(db: Tx, now: number): Promise<number> {
  const share = db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('waiting_on', '=', SHARE);
  const running = await share.where('status', '=', 'running').executeTakeFirstOrThrow();
  const due = await share.where('status', '=', 'ready').where('run_at', '<=', now).executeTakeFirstOrThrow();
  return running.count + due.count;
}

async function countSince(db: Tx, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('mail_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('first_mail', '=', 1)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
