import { sql } from 'kysely';
import type { LeadDayRow, LeadDimension } from '../../store/tables/work-tables.ts';
import { insertRows, rowsFor } from '../../store/insert-rows.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { Store, Tx } from '../../store/store.ts';
import { MEETING_MARKED, meetingEvents, wasEverHeld } from '../../../contract/desk/standing-meeting.ts';
import { dayInZone } from './day-in-zone.ts';
import { lockIndex } from './lead-index.ts';
import { eventDetailOf, sectionOf, originsOf } from '../../leads/lead-columns.ts';

/** Events that mean that a link was sent to the lead's address. */
const LINKED = ['verification mail sent', 'served by the verification mail of another request'];
const MEETINGS: readonly string[] = Object.values(meetingEvents);
const CHANGED = ['state changed', 'answered', ...MEETINGS];
const ANSWERED = ['contacted', 'meeting', 'won'];
/** Of builds that did not mark meetings. */
const MET_BEFORE = ['meeting', 'won'];

/**
 * Adds leads of the index to the counts of the day they came, or corrects the counts when a lead has changed. The caller's transaction has to hold the lock
 * of the index.
 * @param zone IANA zone of the days; a lead stays with the day that it was first counted on
 */
export async function countLeadDays(tx: Tx, zone: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const before = await readCounted(tx, ids);
  const changes = new Changes();
  const counted = (await readFacts(tx, ids, zone)).map(({ id, facts, cameToMeeting }) => {
    const known = before.get(id);
    if (known !== undefined) changes.add(known, -1);
    const now = known === undefined ? facts : { ...facts, ...keptOf(known, { met: facts.met, cameToMeeting }) };
    changes.add(now, 1);
    return { lead_id: id, facts: JSON.stringify(now) };
  });
  if (counted.length === 0) return;
  await changes.write(tx);
  await insertRows(tx, [rowsFor('lead_counted', counted, { key: ['lead_id'], replaced: ['facts'] })]);
}

/** Subtracts leads from the counts, before they are erased. */
export async function uncountLeads(tx: Tx, dialect: Store['dialect'], ids: readonly string[]): Promise<void> {
  await lockIndex(dialect, tx);
  const changes = new Changes();
  for (const facts of (await readCounted(tx, ids)).values()) changes.add(facts, -1);
  await changes.write(tx);
  await tx.deleteFrom('lead_counted').where('lead_id', 'in', ids).execute();
  await sql`delete from lead_days where received = 0 and spam = 0`.execute(tx);
}

type Facts = {
  day: string;
  spam: boolean;
  from: Readonly<Partial<Record<LeadDimension, string>>>;
  linked: boolean;
  verified: boolean;
  /** Milliseconds from the submission to the first answer. */
  answeredAfter: number | null;
  /** A meeting was marked as held, or it was won. */
  met: boolean;
  /** Whether an earlier build, which did not mark meetings as held, counted the lead as met. Facts that such a build stored lack this field. */
  metBefore: boolean;
  won: boolean;
};

/** Facts that are kept when a lead is counted again: its day, and, while `cameToMeeting` holds, that an earlier build counted it as met. */
function keptOf(known: Facts, { met, cameToMeeting }: Pick<Facts, 'met'> & { cameToMeeting: boolean }): Partial<Facts> {
  const metBefore = cameToMeeting && ('metBefore' in known ? known.metBefore : (known as Facts).met);
  return { day: known.day, met: met || metBefore, metBefore };
}

async function readCounted(tx: Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  const rows = await tx.selectFrom('lead_counted').selectAll().where('lead_id', 'in', ids).execute();
  // A lead whose stored facts cannot be read is counted again: a count that is one too high does no harm.
  return new Map(rows.map(({ lead_id: id, facts }) => [id, jsonObject(facts)] as const).filter(isFacts));
}

function isFacts(entry: readonly [string, object]): entry is readonly [string, Facts] {
  return 'day' in entry[1] && 'from' in entry[1];
}

/** `cameToMeeting`: the lead reached the state Meeting, by which earlier builds counted it as met, and nobody marked whether a meeting was held. */
type Counted = { id: string; facts: Facts; cameToMeeting: boolean };

async function readFacts(tx: Tx, ids: readonly string[], zone: string): Promise<Counted[]> {
  const rows = await tx
    .selectFrom('leads')
    .innerJoin('lead_index', 'lead_index.lead_id', 'leads.id')
    .select(['leads.id', 'leads.kind', 'leads.form', 'leads.caller', 'leads.attribution', 'leads.created_at'])
    .select(['lead_index.campaign', 'lead_index.country', 'lead_index.owner', 'lead_index.verified', 'lead_index.spam'])
    .where('leads.id', 'in', ids)
    .execute();
  const events = await tx
    .selectFrom('lead_events')
    .select(['lead_id', 'kind', 'detail', 'at', 'actor'])
    .where('lead_id', 'in', ids)
    .where('kind', 'in', [...CHANGED, ...LINKED, MEETING_MARKED])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const eventsOf = Map.groupBy(events, (event) => event.lead_id);
  return rows.map((lead) => {
    const own = eventsOf.get(lead.id) ?? [];
    const states = own.flatMap((event) => {
      const { kind, at, actor } = event;
      const { from, to } = eventDetailOf(event);
      return CHANGED.includes(kind) ? [{ kind, at, actor, from: from ?? undefined, to: to ?? undefined }] : [];
    });
    const standing = withoutTakenBack(states);
    const reached = (wanted: readonly string[]) => standing.filter(({ to }) => to !== undefined && wanted.includes(to));
    const answers = [...reached(ANSWERED), ...standing.filter(({ kind }) => kind === 'answered')].map(({ at }) => at - lead.created_at);
    const won = reached(['won']).length > 0;
    const facts = {
      day: dayInZone(lead.created_at, zone),
      spam: lead.spam === 1,
      from: sectionOf(lead.kind) === 'lead' ? sourcesOf(lead) : {},
      linked: lead.verified === 1 || own.some(({ kind }) => LINKED.includes(kind)),
      verified: lead.verified === 1,
      answeredAfter: answers.length === 0 ? null : Math.max(0, Math.min(...answers)),
      met: won || wasEverHeld(own.map(({ kind, detail }) => ({ kind, detail: jsonObject(detail) }))),
      metBefore: false,
      won,
    };
    const cameToMeeting = reached(MET_BEFORE).length > 0 && own.every(({ kind }) => kind !== MEETING_MARKED);
    return { id: lead.id, facts, cameToMeeting };
  });
}

type Change = { kind: string; at: number; actor: string | null; from: string | undefined; to: string | undefined };

/** Milliseconds within which a state that the same person reverts counts as a mistake (Undo), and not at all. */
const SLIP = 120_000;

/**
 * Drops each meeting whose cancellation restored the lead's former state, since it is neither a meeting that took place nor an answer, and each state
 * that was reverted within SLIP. Keeps the order.
 */
function withoutTakenBack(changes: readonly Change[]): Change[] {
  const kept: Change[] = [];
  for (const change of changes) {
    const isBack = change.kind === meetingEvents.cancelled && change.to !== undefined;
    const meeting = isBack ? kept.findLastIndex(({ kind, to }) => MEETINGS.includes(kind) && to === 'meeting') : -1;
    if (meeting >= 0) kept.splice(meeting, 1);
    const last = kept.at(-1);
    if (last !== undefined && isUndone(last, change)) kept.pop();
    else if (!isBack) kept.push(change);
  }
  return kept;
}

function isUndone(before: Change, { kind, at, actor, from, to }: Change): boolean {
  if (kind !== 'state changed' || before.kind !== kind || actor !== before.actor || at - before.at > SLIP) return false;
  return from === before.to && to === before.from;
}

type Sourced = { attribution: string; form: string; caller: string } & { [Name in 'campaign' | 'country' | 'owner']: string | null };

function sourcesOf({ form, caller, campaign, country, owner, ...lead }: Sourced): Facts['from'] {
  const sources = { form, caller, campaign: campaign ?? '', country: country ?? '', ...originsOf({ caller, ...lead }) };
  return { all: '', ...sources, ...(owner !== null && { owner }) };
}

const columns = ['received', 'spam', 'linked', 'verified', 'answered', 'met', 'won'] as const;

type Counts = Pick<LeadDayRow, (typeof columns)[number]>;

/** Collects changes to the counts of days, by row. */
class Changes {
  readonly #rows = new Map<string, LeadDayRow>();

  add(facts: Facts, times: 1 | -1): void {
    const { day, spam, from, answeredAfter } = facts;
    const sources = Object.entries(from) as [LeadDimension, string][];
    // Spam may claim any source, so only the total is counted.
    const counts: Counts = spam ? { ...none, spam: times } : multiplied(facts, times);
    for (const [dimension, value] of spam ? sources.slice(0, 1) : sources) this.#count({ dimension, day, value }, counts);
    if (spam || sources.length === 0 || answeredAfter === null) return;
    const [step, counted] = [stepOf(answeredAfter), { ...none, received: times }];
    this.#count({ dimension: 'answer time', day, value: String(step) }, counted);
    if (from.owner !== undefined) this.#count({ dimension: 'owner answer time', day, value: `${from.owner} ${step}` }, counted);
  }

  #count(key: Pick<LeadDayRow, 'dimension' | 'day' | 'value'>, counts: Counts): void {
    const name = JSON.stringify([key.dimension, key.day, key.value]);
    const row = this.#rows.get(name) ?? { ...key, ...none };
    this.#rows.set(name, { ...row, ...Object.fromEntries(columns.map((column) => [column, row[column] + counts[column]])) });
  }

  async write(tx: Tx): Promise<void> {
    const rows = [...this.#rows.values()].filter((row) => columns.some((column) => row[column] !== 0));
    await insertRows(tx, [rowsFor('lead_days', rows, { key: ['dimension', 'day', 'value'], added: columns })]);
  }
}

const none: Counts = { received: 0, spam: 0, linked: 0, verified: 0, answered: 0, met: 0, won: 0 };

function multiplied({ linked, verified, answeredAfter, met, won }: Facts, times: 1 | -1): Counts {
  const of = (is: boolean) => (is ? times : 0);
  return {
    ...none,
    received: times,
    linked: of(linked),
    verified: of(verified),
    answered: of(answeredAfter !== null),
    met: of(met),
    won: of(won),
  };
}

/** Answer times are counted in steps of minutes; each step is 5 % longer than the one before. */
const STEP = Math.log(1.05);
const MINUTE = 60_000;

function stepOf(ms: number): number {
  return Math.round(Math.log(1 + ms / MINUTE) / STEP);
}

/** Milliseconds that a step stands for, exact to 2.5 % and half a minute. */
export function timeOfStep(step: number): number {
  return Math.round((Math.exp(step * STEP) - 1) * MINUTE);
}
