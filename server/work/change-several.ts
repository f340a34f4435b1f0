import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { SeveralChange, SeveralOutcome } from '../../contract/calls/desk/several-calls.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { Worked } from '../../contract/desk/staff-fields.ts';
import { sectionOf } from '../leads/lead-columns.ts';
import { findLead } from '../leads/lead-repository.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { jsonObject } from '../store/json-column.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { WorkBatchRow } from '../store/tables/work-tables.ts';
import type { Tx } from '../store/store.ts';
import { changeField, changeLeadState, readWork, readWorkOf, type WorkChange, type WorkOutcome } from './lead-work.ts';
import { markTogether, releaseMarked, type CancelMeetings } from './mark-spam.ts';
import { giveTo, workedOf, type WorkContext, type WorkStaff } from './work-routes.ts';
import { namedLeft } from './several-outcome.ts';

/** A change that staff asked for, or, to undo a batch that marked leads as spam, the removal of the mark. */
type Asked = SeveralChange | { what: 'not spam' };

export type Batch = {
  section: LeadSection;
  actor: string;
  key: string;
  rows: readonly { id: string; version: number; change: Asked }[];
};

export type SeveralParts = Pick<WorkContext, 'store' | 'now'> & {
  staff: Pick<WorkStaff, 'isStaff' | 'tell'>;
  cancelMeetings: CancelMeetings;
  /** Records what was done to one request, in the transaction that does it. */
  record: (tx: Tx, id: string, outcome: string) => Promise<void>;
};

/** Requests that one transaction changes: on SQLite nobody else is answered meanwhile. */
const AT_ONCE = 20;

/**
 * Changes each request as the call for a single one would, unless it was changed since. The outcome is stored in the same transaction, so that a
 * batch that is sent again, as after a lost answer, goes on where it stopped.
 * @returns undefined where the key was used for something else
 */
export async function changeSeveral(parts: SeveralParts, batch: Batch): Promise<SeveralOutcome | undefined> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([batch.section, batch.rows]))
    .digest('base64url');
  const name = nameOf(batch);
  const { db, dialect, begin } = parts.store;
  for (let from = 0; from < batch.rows.length; from += AT_ONCE) {
    const isOurs = await begin(async (tx) => {
      await lockNamed(dialect, tx, `batch ${name}`);
      const known = await tx.selectFrom('work_batches').select(['lead_id', 'fingerprint']).where('batch', '=', name).execute();
      if (known.some((row) => row.fingerprint !== fingerprint)) return false;
      const done = new Set(known.map((row) => row.lead_id));
      for (const row of batch.rows.slice(from, from + AT_ONCE)) {
        if (!done.has(row.id)) await changeOne(tx, parts, { ...batch, row, name, fingerprint });
        done.add(row.id);
      }
      return true;
    });
    if (!isOurs) return undefined;
  }
  const ids = batch.rows.map(({ id }) => id);
  const made = await db.selectFrom('work_batches').selectAll().where('batch', '=', name).execute();
  return namedLeft(db, { ids, made });
}

/** The batch that undoes another one of the same account; undefined where no such batch changed anything. */
export async function undoOf(db: Tx, { section, actor, key }: Omit<Batch, 'rows'>): Promise<Batch | undefined> {
  const made = await db
    .selectFrom('work_batches')
    .selectAll()
    .where('batch', '=', nameOf({ actor, key }))
    .where('outcome', '=', 'done')
    .orderBy('lead_id')
    .execute();
  if (made.length === 0) return undefined;
  const rows: Batch['rows'][number][] = [];
  for (const row of made) rows.push({ id: row.lead_id, version: row.version, change: await formerOf(db, row) });
  return { section, actor, key: `${key} undone`, rows };
}

function nameOf({ actor, key }: Pick<Batch, 'actor' | 'key'>): string {
  return `${actor} ${key}`;
}

const kept = v.variant('what', [
  v.object({ what: v.literal('not spam') }),
  v.object({ what: v.literal('owner'), owner: v.nullable(v.string()) }),
  v.object({ what: v.literal('state'), state: v.string() }),
  v.object({ what: v.literal('stage'), stage: v.string() }),
]);

/** The change that undoes a stored one. The reason why a lead was lost is only in its history, so it is read from there. */
async function formerOf(db: Tx, { before, lead_id: id, at }: WorkBatchRow): Promise<Asked> {
  const former = v.parse(kept, jsonObject(before ?? '{}')) as Asked;
  if (former.what !== 'state' || former.state !== 'lost') return former;
  const events = await db
    .selectFrom('lead_events')
    .select('detail')
    .where('lead_id', '=', id)
    .where('at', '<=', at)
    .orderBy('id')
    .execute();
  const reasons = events.flatMap(({ detail }) => {
    const { to, reason } = v.parse(v.object({ to: v.optional(v.unknown()), reason: v.optional(v.unknown()) }), jsonObject(detail));
    return to === 'lost' && typeof reason === 'string' ? [reason] : [];
  });
  return { ...former, reason: reasons.at(-1) };
}

type One = Batch & { row: Batch['rows'][number]; name: string; fingerprint: string };

async function changeOne(tx: Tx, parts: SeveralParts, one: One): Promise<void> {
  const { section, row, name, fingerprint } = one;
  const lead = await findLead(tx, row.id);
  if (lead === undefined || sectionOf(lead.kind) !== section) return;
  const before = await readWorkOf<Worked>(tx, row.id, workedOf(section));
  const { outcome, version } = await outcomeOf(tx, parts, { ...one, lead, before });
  const changedBy = outcome === 'changed' ? await lastToChange(tx, row.id) : null;
  await tx
    .insertInto('work_batches')
    .values({
      batch: name,
      lead_id: row.id,
      fingerprint,
      outcome: changedBy?.took === true ? 'taken' : outcome,
      changed_by: changedBy?.actor ?? null,
      before: JSON.stringify(takenBack(row.change, before)),
      version,
      at: parts.now(),
    })
    .execute();
  await parts.record(tx, row.id, outcome);
}

type Before = { version: number; owner?: string | null; state?: string; stage?: string };
type Tried = One & { lead: LeadRow; before: Before };

async function outcomeOf(tx: Tx, parts: SeveralParts, tried: Tried): Promise<Pick<WorkBatchRow, 'outcome' | 'version'>> {
  const { section, actor, row, lead, before, name } = tried;
  const { change, version } = row;
  const as = (outcome: WorkBatchRow['outcome']) => ({ outcome, version: before.version });
  const at = parts.now();
  if (change.what === 'not spam') return as((await releaseMarked(tx, [row.id], { at, actor })) ? 'done' : 'same');
  if (version !== before.version) return as('changed');
  if (change.what !== 'spam') {
    if (isSame(change, before)) return as('same');
    const made = await make(tx, parts, { section, id: row.id, version, actor, at, change });
    return made.outcome === 'done' ? { outcome: 'done', version: made.work.version } : as('changed');
  }
  if (lead.sample === 1) return as('sample');
  if (lead.suspected_spam === 1) return as('spam');
  await markTogether(tx, [lead], { flood: name, at, actor, cancelMeetings: parts.cancelMeetings });
  return { outcome: 'done', version: (await readWork(tx, row.id)).version };
}

type Made = WorkOutcome | WorkOutcome<'application'> | WorkOutcome<Worked>;
type Making = WorkChange & { section: LeadSection; change: Exclude<SeveralChange, { what: 'spam' }> };

/** Makes one change as the call for a single request does. */
async function make(tx: Tx, parts: SeveralParts, { change, section, ...of }: Making): Promise<Made> {
  const { dialect } = parts.store;
  if (change.what === 'owner') return giveTo(tx, parts, { ...of, section, owner: change.owner });
  if (change.what === 'state') return changeLeadState(tx, dialect, { ...of, state: change.state, reason: change.reason });
  const { event: _, ...outcome } = await changeField(tx, dialect, { ...of, section: 'application', name: 'stage', value: change.stage });
  return outcome;
}

function isSame(change: Exclude<SeveralChange, { what: 'spam' }>, before: Before): boolean {
  if (change.what === 'owner') return before.owner === change.owner;
  return change.what === 'stage' ? before.stage === change.stage : before.state === change.state && change.state !== 'lost';
}

function takenBack({ what }: Asked, { owner, state, stage }: Before): object {
  if (what === 'owner') return { what, owner: owner ?? null };
  if (what === 'state') return { what, state };
  return what === 'stage' ? { what, stage } : { what: 'not spam' };
}

/** The account that last changed a request. `took`: it assigned the request to itself. */
async function lastToChange(tx: Tx, leadId: string): Promise<{ actor: string | null; took: boolean } | undefined> {
  const event = await tx
    .selectFrom('lead_events')
    .select(['kind', 'actor', 'detail'])
    .where('lead_id', '=', leadId)
    .where('actor', 'is not', null)
    .where('kind', '!=', 'note')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const { to } = v.parse(v.object({ to: v.optional(v.unknown()) }), jsonObject(event.detail));
  return { actor: event.actor, took: event.kind === 'assigned' && to === event.actor };
}
