import { sectionOf } from '../leads/lead-columns.ts';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { SpamKind } from '../../contract/calls/desk/work-calls.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import { newId } from '../store/id.ts';
import type { Schema } from '../store/schema.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { withholdJobs, releaseHeld } from '../queue/held-jobs.ts';
import { clearSuspicion, leadKinds, suspectLeads } from '../leads/lead-repository.ts';

/** Selects leads that are like one lead: of its section, and received at most `hours` before or after it. */
export type Alike = { lead: LeadRow; by: SpamKind; hours: number };

/** Cancels the meetings of leads in the given transaction. @returns how many it cancelled */
export type CancelMeetings = (tx: Tx, asked: { leadIds: readonly string[]; flood: string; at: number; actor: string }) => Promise<number>;

/** The stored reason of suspicion of leads that staff marked as spam. */
export const MARKED = 'somebody of the staff marked it as spam';
/** Value of `waiting_on` for the withheld jobs of such leads. */
const WITHHELD = 'spam';

const HOUR = 3_600_000;
/** Leads that one transaction changes, while other transactions wait for it. */
const AT_ONCE = 200;

/** The selected leads without those that staff already work on, since they do not take these for spam. */
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
 * Marks the selected leads as suspected spam in batches, cancels their meetings and withholds their jobs.
 * @param onFirst called in the first transaction, to record the action
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
    // Selects again, since leads may have changed meanwhile.
    const rows = await leadsAlike(tx, alike).where('leads.id', 'in', ids).select(['leads.id', 'leads.created_at']).execute();
    const leadIds = rows.map(({ id }) => id);
    if (rows.length === 0) return;
    done.marked += leadIds.length;
    done.cancelled += await markTogether(tx, rows, { flood, at, actor, cancelMeetings });
  });
  return done;
}

type MarkedBy = { flood: string; at: number; actor: string; cancelMeetings: CancelMeetings };

/** Marks leads as suspected spam: their meetings are cancelled and their jobs withheld. @returns how many meetings */
export async function markTogether(
  tx: Tx,
  leads: readonly Pick<LeadRow, 'id' | 'created_at'>[],
  { cancelMeetings, ...by }: MarkedBy,
): Promise<number> {
  const leadIds = leads.map(({ id }) => id);
  await suspectLeads(tx, leads, { reason: MARKED, ...by });
  await withholdJobs(tx, { ...withheld(leadIds), reason: MARKED });
  return cancelMeetings(tx, { leadIds, ...by });
}

type Flooded = Pick<Store, 'begin' | 'db'>;
type Batches = { ids: readonly string[]; onFirst: (tx: Tx) => Promise<void> };

/** Handles each id once, in batches: colleagues who do the opposite at the same time cannot keep it running forever. */
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

/** The jobs of these leads that staff had withheld. */
function withheld(leadIds: readonly string[]) {
  return { waitingOn: WITHHELD, payloads: leadIds.map((leadId) => JSON.stringify({ leadId })) };
}

/** Releases the withheld jobs of these leads. @returns how many jobs were released */
export async function giveBack(tx: Tx, leadIds: readonly string[], at: number): Promise<number> {
  return releaseHeld(tx, withheld(leadIds), at);
}

/** Removes the mark from all leads that were marked together with one, in batches. @returns how many leads */
export async function releaseFlood(
  store: Flooded,
  { leadId, actor, at }: { leadId: string; actor: string; at: number },
  onFirst: (tx: Tx) => Promise<void>,
): Promise<number> {
  let released = 0;
  // The lead whose page is open comes last: if this is interrupted, its page offers the rest.
  const meant = markedWith(store.db, leadId)
    .select('leads.id')
    .orderBy(sql`leads.id = ${leadId}`)
    .orderBy('leads.id');
  await inBatches(store, { ids: await idsOf(meant), onFirst }, async (tx, ids) => {
    const leadIds = await idsOf(markedWith(tx, leadId).select('leads.id').where('leads.id', 'in', ids));
    if (leadIds.length === 0) return;
    await releaseMarked(tx, leadIds, { at, actor });
    released += leadIds.length;
  });
  return released;
}

/** Takes the mark off leads that staff marked, and releases what was withheld for them. @returns false when none had it */
export async function releaseMarked(tx: Tx, leadIds: readonly string[], by: { at: number; actor: string }): Promise<boolean> {
  if (!(await clearSuspicion(tx, leadIds, by))) return false;
  await giveBack(tx, leadIds, by.at);
  return true;
}

/** How many other leads that were marked together with this one are still suspected spam. */
export async function countMarkedWith(db: Tx, leadId: string): Promise<number> {
  const { count } = await markedWith(db, leadId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('leads.id', '!=', leadId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Leads that were marked together with this one and are still suspected spam, including it. */
function markedWith(db: Tx, leadId: string): SelectQueryBuilder<Schema, 'leads', object> {
  const flood = db.selectFrom('lead_sources').select('flood').where('lead_id', '=', leadId);
  return db
    .selectFrom('leads')
    .where('leads.suspected_spam', '=', 1)
    .where('leads.id', 'in', db.selectFrom('lead_sources').select('lead_id').where('flood', 'in', flood));
}

/** The payload of the jobs about one lead (lead-job.ts), as SQL makes it from the lead's row. */
export const payloads = sql<string>`'{"leadId":"' || leads.id || '"}'`.as('payload');
