import { sql, type SelectQueryBuilder } from 'kysely';
import type { SpamKind } from '../../contract/calls/desk/work-calls.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import { newId } from '../store/id.ts';
import type { LeadRow, Schema } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';
import { sectionOf } from '../leads/index-terms.ts';
import { addEvents, leadKinds } from '../leads/lead-repository.ts';

/** Which requests are meant: those of its section that are like one, and came so many hours before it or after it at most. */
export type Alike = { lead: LeadRow; by: SpamKind; hours: number };

/** What cancels the meetings of leads, in their transaction. @returns how many it cancelled */
export type CancelMeetings = (tx: Tx, asked: { leadIds: readonly string[]; flood: string; at: number; actor: string }) => Promise<number>;

/** Why a lead is suspected: staff said so. */
export const MARKED = 'somebody of the staff marked it as spam';
/** What jobs of such leads wait for: that somebody says otherwise. */
const WITHHELD = 'spam';

const HOUR = 3_600_000;
/** Leads of one transaction: others wait for it. */
const AT_ONCE = 200;

/** Those that are meant and that nobody works on: what somebody has taken up is not spam to them. */
export function leadsAlike(db: Tx, { lead, by, hours }: Alike): SelectQueryBuilder<Schema, 'leads', object> {
  const section = sectionOf(lead.kind);
  const kinds = leadKinds.filter((kind) => sectionOf(kind) === section);
  const all = db
    .selectFrom('leads')
    .where('leads.kind', 'in', kinds)
    .where('leads.suspected_spam', '=', 0)
    .where('leads.sample', 'is', null);
  if (by === 'this') return all.where('leads.id', '=', lead.id);
  const near = all
    .where('leads.created_at', '>=', lead.created_at - hours * HOUR)
    .where('leads.created_at', '<=', lead.created_at + hours * HOUR)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lead_work')
            .select('lead_id')
            .whereRef('lead_id', '=', 'leads.id')
            .where((work) =>
              work.or([work('owner', 'is not', null), work('state', 'not in', ['new', 'meeting']), work('stage', '!=', 'new')]),
            ),
        ),
      ),
    );
  if (by === 'network') {
    const own = db.selectFrom('lead_sources').select('network').where('lead_id', '=', lead.id);
    return near.where('leads.id', 'in', db.selectFrom('lead_sources').select('lead_id').where('network', 'in', own));
  }
  const domain = recipientDomain(lead.email)?.name.slice(1) ?? '';
  const ending = domain.replaceAll(/[\\%_]/g, '\\$&');
  return near.where(
    sql<boolean>`(email_key like ${`%@${ending}`} escape '\\' or email_key like ${`%.${ending}`} escape '\\') and ${domain} != ''`,
  );
}

export type Marking = Alike & { actor: string; at: number };

/**
 * Marks them as suspected spam, some at a time, cancels their meetings and withholds what waits to be sent for them.
 * @param onFirst done in the first transaction: the record of it
 */
export async function markSpam(
  store: Flooded,
  { actor, at, ...alike }: Marking,
  { cancelMeetings, onFirst }: { cancelMeetings: CancelMeetings; onFirst: (tx: Tx) => Promise<void> },
): Promise<{ marked: number; cancelled: number }> {
  const flood = newId(at);
  const done = { marked: 0, cancelled: 0 };
  const meant = leadsAlike(store.db, alike).where('leads.created_at', '<=', at).select('leads.id').orderBy('leads.id');
  await inBatches(store, { ids: await idsOf(meant), onFirst }, async (tx, ids) => {
    // As they are by now.
    const rows = await leadsAlike(tx, alike).where('leads.id', 'in', ids).select(['leads.id', 'leads.created_at']).execute();
    const leadIds = rows.map(({ id }) => id);
    if (rows.length === 0) return;
    await tx.updateTable('leads').set({ suspected_spam: 1, spam_reason: MARKED }).where('id', 'in', leadIds).execute();
    await tx
      .insertInto('lead_sources')
      // One of which nobody knows where it came from is alone there.
      .values(rows.map(({ id, created_at: came }) => ({ lead_id: id, network: id, at: came, flood })))
      .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ flood }))
      .execute();
    await addEvents(tx, leadIds, { at, kind: 'marked as spam', actor });
    await withhold(tx, leadIds);
    done.marked += leadIds.length;
    done.cancelled += await cancelMeetings(tx, { leadIds, flood, at, actor });
  });
  return done;
}

type Flooded = Pick<Store, 'begin' | 'db'>;
type Batches = { ids: readonly string[]; onFirst: (tx: Tx) => Promise<void> };

/** Each of them once, some in a transaction: whoever does the contrary at the same time keeps nobody going. */
async function inBatches({ begin }: Flooded, { ids, onFirst }: Batches, act: (tx: Tx, ids: string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from === 0 || from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    await begin(async (tx) => {
      if (from === 0) await onFirst(tx);
      if (some.length > 0) await act(tx, some);
    });
  }
}

async function idsOf(query: { execute: () => Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id);
}

async function withhold(tx: Tx, leadIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ status: 'held', waiting_on: WITHHELD, last_error: MARKED })
    .where('status', '=', 'ready')
    .where('payload', 'in', leadIds.map(payloadOf))
    .execute();
}

/** Lets what was withheld for these leads be done. @returns how many jobs that are */
export async function giveBack(tx: Tx, leadIds: readonly string[], at: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'ready', waiting_on: null, last_error: null, run_at: at })
    .where('status', '=', 'held')
    .where('waiting_on', '=', WITHHELD)
    .where('payload', 'in', leadIds.map(payloadOf))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes the mark off all that were marked with a lead, some at a time. @returns how many they are */
export async function releaseFlood(
  store: Flooded,
  { leadId, actor, at }: { leadId: string; actor: string; at: number },
  onFirst: (tx: Tx) => Promise<void>,
): Promise<number> {
  let released = 0;
  // The one whose page is open comes last: where this is cut short its page offers the rest.
  const meant = markedWith(store.db, leadId)
    .select('leads.id')
    .orderBy(sql`leads.id = ${leadId}`)
    .orderBy('leads.id');
  await inBatches(store, { ids: await idsOf(meant), onFirst }, async (tx, ids) => {
    const leadIds = await idsOf(markedWith(tx, leadId).select('leads.id').where('leads.id', 'in', ids));
    if (leadIds.length === 0) return;
    await tx.updateTable('leads').set({ suspected_spam: 0 }).where('id', 'in', leadIds).execute();
    await addEvents(tx, leadIds, { at, kind: 'released', actor });
    await giveBack(tx, leadIds, at);
    released += leadIds.length;
  });
  return released;
}

/** How many others are suspected spam since a lead was marked. */
export async function countMarkedWith(db: Tx, leadId: string): Promise<number> {
  const { count } = await markedWith(db, leadId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('leads.id', '!=', leadId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Those that are suspected spam since a lead was marked, that lead too. */
function markedWith(db: Tx, leadId: string): SelectQueryBuilder<Schema, 'leads', object> {
  const flood = db.selectFrom('lead_sources').select('flood').where('lead_id', '=', leadId);
  return db
    .selectFrom('leads')
    .where('leads.suspected_spam', '=', 1)
    .where('leads.id', 'in', db.selectFrom('lead_sources').select('lead_id').where('flood', 'in', flood));
}

/** What the jobs of one lead have as their payload (lead-job.ts), as the store makes it of the lead's row. */
export const payloads = sql<string>`'{"leadId":"' || leads.id || '"}'`.as('payload');

function payloadOf(leadId: string): string {
  return JSON.stringify({ leadId });
}
