import { sql } from 'kysely';
import { newId } from '../id.ts';
import type { Unmigrated } from './migration.ts';

const DAY = 24 * 3_600_000;
/** Milliseconds after which nobody waits for a link any more. */
const WANTED = 30 * DAY;
const JOB = 'leads.verification-mail';

/**
 * The first release of 0040 marked all links as sent, even those of waiting mails, whose jobs then ended without sending. This resends links for
 * requests from before that migration whose mailbox has received no link since.
 */
export async function up(db: Unmigrated): Promise<void> {
  const applied = await db.selectFrom('migrations').select('applied_at').where('name', '=', '0040-mailboxes').executeTakeFirst();
  if (applied === undefined) return;
  const before = Number(applied.applied_at);
  await sql`update verifications set sent_at = null where created_at < ${before} and not exists (
    select 1 from lead_events where lead_events.lead_id = verifications.lead_id
      and lead_events.kind = 'verification mail sent' and lead_events.at >= verifications.created_at)`.execute(db);
  const now = Date.now();
  const { rows } = await sql<{ id: string }>`select id from leads
    where status = 'unverified' and suspected_spam = 0 and owner_answer is null
      and created_at < ${before} and created_at > ${now - WANTED}
      and exists (select 1 from lead_events where lead_id = leads.id and kind = 'served by the verification mail of another request')
      and not exists (
        select 1 from lead_events as sent join leads as other on other.id = sent.lead_id
        where other.email_key = leads.email_key and sent.kind = 'verification mail sent' and sent.at >= leads.created_at)
    order by created_at`.execute(db);
  for (const { id } of rows) await enqueue(db, JSON.stringify({ leadId: id }), now);
}

async function enqueue(db: Unmigrated, payload: string, now: number): Promise<void> {
  const open = await db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', JOB)
    .where('payload', '=', payload)
    .where('status', '!=', 'done')
    .executeTakeFirst();
  if (open !== undefined) return;
  const row = { id: newId(now), name: JOB, payload, status: 'ready', run_at: now, attempts: 0, max_attempts: 80, created_at: now };
  await db.insertInto('jobs').values(row).execute();
}
