import type { Call } from '../../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import type { Worked } from '../../../contract/desk/staff-fields.ts';
import * as schemas from '../../../contract/calls/desk/work-schemas.ts';
import type { LeadContext } from '../lead-context.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../../http/desk-route.ts';
import type { Tx } from '../../store/store.ts';
import { sectionOf } from '../index/index-terms.ts';
import type { LeadWatcher } from '../index/lead-watcher.ts';
import { findLead } from '../lead-repository.ts';
import { answerLead } from './answer-lead.ts';
import { changeField } from './change-work.ts';
import { addNote, assignLead } from './lead-work.ts';
import { releaseLead } from './release-lead.ts';

type Told = { accounts: readonly string[]; leadId: string; event: string; kind: 'named' | 'assigned'; actor: string; at: number };

/** What work on leads needs of the accounts of the staff. */
export type WorkStaff = {
  isStaff: (db: Tx, account: string) => Promise<boolean>;
  tell: (tx: Tx, told: Told) => Promise<void>;
};

export type WorkContext = Pick<LeadContext, 'store' | 'settings' | 'leadJobs' | 'wake' | 'now'> & {
  staff: WorkStaff;
  watcher: LeadWatcher;
};

export type WorkCalls = {
  changes: Call<typeof schemas.changesInput, typeof schemas.changesOutput> & { sends: 'events' };
  assign: Call<typeof schemas.assignInput, typeof schemas.workChanged>;
  note: Call<typeof schemas.noteInput, typeof schemas.emptyOutput>;
  answer: Call<typeof schemas.answerInput, typeof schemas.answerOutput>;
  release: Call<typeof schemas.releaseInput, typeof schemas.releaseOutput>;
};

export type SectionCalls = { section: LeadSection; calls: WorkCalls };

/** What staff do to whatever is one of a section: those of another are not there. */
export function workRoutes(route: DeskRoute, context: WorkContext, of: SectionCalls): void {
  const { store, staff, now } = context;
  const { section, calls } = of;

  changesRoute(route, context, { section, call: calls.changes });
  route(calls.assign, async (who, { id, version, owner }) => {
    if (owner !== null && !(await staff.isStaff(store.db, owner)))
      return new HttpRefusal(422, { errors: { owner: 'There is no such account' } });
    const at = now();
    return workOn(context, { section, who, id }, async (tx) => {
      const { event, ...outcome } = await assignLead(tx, store.dialect, { id, version, owner, actor: who.accountId, at });
      if (event !== undefined && owner !== null)
        await staff.tell(tx, { accounts: [owner], leadId: id, event, kind: 'assigned', actor: who.accountId, at });
      return outcome;
    });
  });

  noteRoute(route, context, { section, call: calls.note });
  sendingRoutes(route, context, of);
}

function sendingRoutes(route: DeskRoute, context: WorkContext, { section, calls }: SectionCalls): void {
  const { store, settings, wake, now } = context;

  route(calls.answer, async (who, { id, version, way, template, subject, text }) => {
    const answer = { way, template, subject, text, replyTo: replyAddress(who, settings.STAFF_MAIL[0] ?? settings.MAIL_FROM) };
    const outcome = await workOn(context, { section, who, id, detail: { way } }, (tx) =>
      answerLead(tx, { dialect: store.dialect, settings }, { id, version, actor: who.accountId, at: now(), ...answer }),
    );
    wake();
    return outcome;
  });

  releaseRoute(route, context, { section, call: calls.release });
}

/** Changes of what is one of a few values, by the calls that are declared with it. */
export function fieldRoutes(route: DeskRoute, context: WorkContext, section: Worked): void {
  for (const [name, call] of schemas.fieldCallsOf(section))
    route(call, async (who, { id, version, [name]: value = null }) =>
      workOn(context, { section, who, id }, async (tx) => {
        const change = { id, version, actor: who.accountId, at: context.now(), section, name, value };
        const { event: _, ...outcome } = await changeField(tx, context.store.dialect, change);
        return outcome;
      }),
    );
}

type OneCall<Name extends keyof WorkCalls> = { section: LeadSection; call: WorkCalls[Name] };

export function changesRoute(route: DeskRoute, { watcher }: WorkContext, { section, call }: OneCall<'changes'>): void {
  route(call, async (_who, { since, watching }, { signal }) => watcher.changes({ since, watching, section, signal }));
}

export function noteRoute(route: DeskRoute, { store, staff, now }: WorkContext, { section, call }: OneCall<'note'>): void {
  route(call, async ({ accountId: actor, record }, { id, text, mentions }) => {
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

export function releaseRoute(route: DeskRoute, context: WorkContext, { section, call }: OneCall<'release'>): void {
  const { store, wake, now } = context;
  route(call, async ({ accountId: actor, record }, { id }) => {
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

type Working = { section: LeadSection; who: StaffCaller; id: string; detail?: Record<string, string> };

/** A change in a transaction, recorded with what came of it. */
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

/** Applications and messages are leads to the store, and not to whoever works on leads. */
export async function isOf(tx: Tx, id: string, section: LeadSection): Promise<boolean> {
  const lead = await findLead(tx, id);
  return lead !== undefined && sectionOf(lead.kind) === section;
}

export function missing(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'This is not here any more: it may have been erased.' });
}

/** The first account has no address until its owner says one. */
function replyAddress({ name, address }: StaffCaller, other: string): string {
  return address === '' ? other : `${name.replaceAll(/[<>"]/g, '')} <${address}>`;
}
