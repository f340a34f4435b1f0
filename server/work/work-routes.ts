import { sectionOf, visibleSections } from '../leads/lead-columns.ts';
import type { WorkCalls } from '../../contract/calls/desk/work-calls.ts';
import { fieldCallsOf } from '../../contract/calls/desk/work-schemas.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { Worked } from '../../contract/desk/staff-fields.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import { furtherAfter, type DeskRoute, type StaffCaller } from '../http/desk-route.ts';
import type { Tx } from '../store/store.ts';
import { findLeadPage } from './index/lead-list.ts';
import { findPassages } from './index/passages.ts';
import type { LeadListFilter } from './index/list-filter.ts';
import type { LeadWatcher } from './index/lead-watcher.ts';
import type { ExportWords } from './list-csv.ts';
import { findLead } from '../leads/lead-repository.ts';
import { changeField, changeWork, type WorkChange, type WorkOutcome, addNote, releaseLead } from './lead-work.ts';

type Notice = { accounts: readonly string[]; leadId: string; event: string; kind: 'named' | 'assigned'; actor: string; at: number };

/** What work on leads needs from the accounts of the staff. */
export type WorkStaff = {
  isStaff: (db: Tx, account: string) => Promise<boolean>;
  tell: (tx: Tx, notice: Notice) => Promise<void>;
  /** Names of accounts, also of those who left. */
  names: (db: Tx) => Promise<ReadonlyMap<string, string>>;
};

/** What an exported file says of accounts, and where its links lead. */
export async function exportWords({ store, settings, staff }: Pick<WorkContext, 'store' | 'settings' | 'staff'>): Promise<ExportWords> {
  const names = await staff.names(store.db);
  const nameOf = (account: string) => names.get(account) ?? 'somebody who left';
  return { zone: settings.TIME_ZONE, nameOf, deskUrl: settings.DESK_URL };
}

export type WorkContext = Pick<LeadContext, 'store' | 'settings' | 'leadJobs' | 'wake' | 'now'> & {
  staff: WorkStaff;
  watcher: LeadWatcher;
};

/** How the leads of one section are read, shown and answered; everything else is the same for all sections. */
export type WorkReaders<Asked extends object, Answer> = {
  section: LeadSection;
  calls: WorkCalls<Asked, Answer>;
  filter: (viewer: string, asked: Asked) => LeadListFilter;
  /** In the order of the ids; leads that no longer exist are left out. */
  rows: (ids: readonly string[]) => Promise<{ id: string }[]>;
  /** @param sections those that the reader may see: only their submissions are listed as others of the mailbox */
  page: (id: string, sections: readonly LeadSection[]) => Promise<{ id: string; section?: LeadSection } | undefined>;
  answer: (tx: Tx, change: WorkChange & Answer & { replyTo: string }) => Promise<{ outcome: string }>;
  /** What the record of actions says about an answer. */
  recorded: (answer: Answer) => Record<string, string>;
};

/** Routes for the leads of one section; leads of other sections are answered as missing. */
export function workRoutes<Asked extends object, Answer>(
  route: DeskRoute,
  context: WorkContext,
  readers: WorkReaders<Asked, Answer>,
): void {
  readRoutes(route, context, readers);
  changeRoutes(route, context, readers);
  answerRoutes(route, context, readers);
  const { section } = readers;
  if (section !== 'message') fieldRoutes(route, context, section);
}

function readRoutes<Asked extends object, Answer>(
  route: DeskRoute,
  { store, watcher }: WorkContext,
  { section, calls, filter, rows, page }: WorkReaders<Asked, Answer>,
): void {
  route(calls.list, async (who, { sort = 'newest', cursor, limit, ...rest }) => {
    const asked = rest as unknown as Asked;
    const found = await findLeadPage(store, { filter: filter(who.accountId, asked), sort, cursor, limit });
    const shown = await rows(found.rows.map((row) => row.lead_id));
    await who.record(store.db, { detail: { [`${section}s`]: shown.length, ...filterNames(asked), ...furtherAfter(cursor) } });
    const search = searchOf(asked);
    const passages = search === '' ? undefined : await findPassages(store.db, found.rows, search);
    const explained = shown.map((row) => ({ ...row, found: passages?.get(row.id) }));
    return { [`${section}s`]: explained, next: found.next ?? null };
  });
  route(calls.changes, async (_who, { since, watching }, { signal }) => watcher.changes({ since, watching, section, signal }));
  route(calls.read, async ({ roles, record }, { id }) => {
    const shown = await page(id, visibleSections(roles));
    if (shown === undefined || (shown.section ?? section) !== section) return missing();
    await record(store.db, { subject: { kind: section, id } });
    return shown;
  });
}

function searchOf(asked: object): string {
  return 'search' in asked && typeof asked.search === 'string' ? asked.search : '';
}

function changeRoutes<Asked extends object, Answer>(
  route: DeskRoute,
  context: WorkContext,
  { section, calls }: WorkReaders<Asked, Answer>,
): void {
  const { store, staff, now } = context;
  route(calls.assign, async (who, { id, version, owner }) => {
    const actor = who.accountId;
    if (owner !== null && !(await staff.isStaff(store.db, owner)))
      return new HttpRefusal(422, { errors: { owner: 'There is no such account' } });
    return workOn(context, { section, who, id }, (tx) => giveTo(tx, context, { id, version, actor, at: now(), section, owner }));
  });

  route(calls.comeBack, async (who, { id, version, day, why }) =>
    workOn(context, { section, who, id }, async (tx) => {
      const changing = { id, version, actor: who.accountId, at: now(), section: workedOf(section), kind: 'come back' } as const;
      const { event: _, ...outcome } = await changeWork<Worked>(tx, store.dialect, changing, ({ comeBack: from }) => ({
        after: { comeBack: day, comeBackWhy: day === null ? null : why || null },
        detail: { from, to: day, ...(why !== '' && { reason: why }) },
      }));
      return outcome;
    }),
  );

  route(calls.note, async ({ accountId: actor, record }, { id, text, mentions }) => {
    const known: string[] = [];
    for (const account of new Set(mentions)) if (await staff.isStaff(store.db, account)) known.push(account);
    const at = now();
    return store.begin(async (tx) => {
      const event = (await isOf(tx, id, section)) ? await addNote(tx, { id, text, mentions: known, actor, at }) : undefined;
      if (event === undefined) return missing();
      await staff.tell(tx, { accounts: known, leadId: id, event, kind: 'named', actor, at });
      await record(tx, { subject: { kind: section, id } });
      return {};
    });
  });
}

function answerRoutes<Asked extends object, Answer>(
  route: DeskRoute,
  context: WorkContext,
  { section, calls, answer, recorded }: WorkReaders<Asked, Answer>,
): void {
  const { store, settings, wake, now } = context;

  route(calls.answer, async (who, given) => {
    const replyTo = replyAddress(who, settings.STAFF_MAIL[0] ?? settings.MAIL_FROM);
    const outcome = await workOn(context, { section, who, id: given.id, detail: recorded(given) }, (tx) =>
      answer(tx, { ...given, actor: who.accountId, at: now(), replyTo }),
    );
    wake();
    return outcome;
  });

  route(calls.release, async ({ accountId: actor, record }, { id }) => {
    const released = await store.begin(async (tx) => {
      if (!(await isOf(tx, id, section))) return missing();
      const done = await releaseLead(tx, context, { id, actor, at: now() });
      await record(tx, { subject: { kind: section, id }, detail: { released: done } });
      return { released: done };
    });
    wake();
    return released;
  });
}

type Giving = WorkChange & { section: LeadSection; owner: string | null };

/** Gives a request to an account, which is told, or to nobody. */
export async function giveTo(
  tx: Tx,
  { store, staff }: Pick<WorkContext, 'store'> & { staff: Pick<WorkStaff, 'tell'> },
  { section, owner, ...change }: Giving,
): Promise<WorkOutcome<Worked>> {
  const field = { ...change, section: workedOf(section), name: 'owner', value: owner } as const;
  const { event, ...outcome } = await changeField<Worked>(tx, store.dialect, field);
  const { id: leadId, actor, at } = change;
  if (event !== undefined && owner !== null) await staff.tell(tx, { accounts: [owner], leadId, event, kind: 'assigned', actor, at });
  return outcome;
}

/** Messages have the staff fields of a lead. */
export function workedOf(section: LeadSection): Worked {
  return section === 'application' ? section : 'lead';
}

/** Routes that set a field, by the call that is declared for each. */
function fieldRoutes(route: DeskRoute, context: WorkContext, section: Worked): void {
  for (const [name, call] of fieldCallsOf(section))
    route(call, async (who, { id, version, [name]: value = null }) =>
      workOn(context, { section, who, id }, async (tx) => {
        const change = { id, version, actor: who.accountId, at: context.now(), section, name, value };
        const { event: _, ...outcome } = await changeField(tx, context.store.dialect, change);
        return outcome;
      }),
    );
}

type Working = { section: LeadSection; who: StaffCaller; id: string; detail?: Record<string, string> };

/** Makes a change in a transaction, and records it with its outcome. */
export async function workOn<Outcome extends { outcome: string }>(
  { store }: Pick<WorkContext, 'store'>,
  { section, who, id, detail }: Working,
  change: (tx: Tx) => Promise<Outcome>,
): Promise<Known<Outcome> | HttpRefusal> {
  return store.begin(async (tx) => {
    if (!(await isOf(tx, id, section))) return missing();
    const outcome = await change(tx);
    if (outcome.outcome === 'unknown') return missing();
    await who.record(tx, { subject: { kind: section, id }, detail: { ...detail, outcome: outcome.outcome } });
    return outcome as Known<Outcome>;
  });
}

type Known<Outcome extends { outcome: string }> = Outcome & { outcome: Exclude<Outcome['outcome'], 'unknown'> };

/** Whether a lead belongs to a section: applications and messages are stored as leads, too, and staff see them apart. */
export async function isOf(tx: Tx, id: string, section: LeadSection): Promise<boolean> {
  const lead = await findLead(tx, id);
  return lead !== undefined && sectionOf(lead.kind) === section;
}

export function missing(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'This is not here any more: it may have been erased.' });
}

/** The first account has no address until its owner enters one; until then, replies go to `other`. */
function replyAddress({ name, address }: StaffCaller, other: string): string {
  return address === '' ? other : `${name.replaceAll(/[<>"]/g, '')} <${address}>`;
}

/** What the record of actions says about a filter: which fields were set, and nothing that somebody typed. */
export function filterNames(asked: object): { filters: string } {
  const names = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { filters: names.join(' ') };
}
