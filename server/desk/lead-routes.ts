import { setTimeout as wait } from 'node:timers/promises';
import * as calls from '../../contract/desk/lead-calls.ts';
import type { CallRequest } from '../../contract/desk/call.ts';
import { mayUse, type Role } from '../../contract/desk/roles.ts';
import type { AppContext } from '../app-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../http/desk-route.ts';
import { sectionOf, type LeadSection } from '../leads/index/index-terms.ts';
import { leadChangesSince } from '../leads/index/lead-changes.ts';
import { readLeadChoices } from '../leads/index/lead-choices.ts';
import { COUNTED, countLeads, findLeadPage } from '../leads/index/lead-list.ts';
import type { LeadListFilter } from '../leads/index/list-filter.ts';
import { findLead } from '../leads/lead-repository.ts';
import { exportLeads } from '../leads/work/lead-export.ts';
import { readDeskLeads, readLeadPage } from '../leads/work/lead-page.ts';
import { addNote, assignLead, changeLeadState, type WorkOutcome } from '../leads/work/lead-work.ts';
import { releaseLead } from '../leads/work/release-lead.ts';
import { sendFreshLink } from '../leads/work/send-link.ts';
import type { Tx } from '../store/store.ts';
import { findAccount } from './accounts.ts';

type LeadsContext = Pick<AppContext, 'store' | 'settings' | 'leadJobs' | 'wake' | 'now'>;

export function leadRoutes(route: DeskRoute, context: LeadsContext): void {
  listRoutes(route, context);
  pageRoutes(route, context);
  workRoutes(route, context);
  sendingRoutes(route, context);
}

function listRoutes(route: DeskRoute, { store, now }: LeadsContext): void {
  route(calls.listLeadsCall, async (who, { sort, cursor, limit, ...asked }) => {
    const page = await findLeadPage(store, { filter: filterOf(who, asked), sort, cursor, limit });
    const leads = await readDeskLeads(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    await who.record(store.db, { detail: { leads: leads.length, ...told(asked) } });
    return { leads, next: page.next ?? null, previous: page.previous ?? null, complete: page.complete };
  });

  route(calls.countLeadsCall, async (who, asked) => {
    const count = await countLeads(store, filterOf(who, asked));
    return { count: Math.min(count, COUNTED), more: count > COUNTED };
  });

  route(calls.leadChoices, () => readLeadChoices(store.db));

  route(calls.leadChanges, async (_who, { since }, { signal }) => changes(store.db, since, signal));

  route(calls.exportLeadsCall, async (who, { sort, ...asked }) => {
    const filter = filterOf(who, asked);
    await who.record(store.db, { detail: { leads: await countLeads(store, filter), ...told(asked) } });
    const name = `leads-${new Date(now()).toISOString().slice(0, 10)}.csv`;
    return { type: 'text/csv; charset=utf-8', name, bytes: undefined, content: exportLeads(store, { filter, sort }) };
  });
}

function pageRoutes(route: DeskRoute, { store }: LeadsContext): void {
  route(calls.readLeadCall, async ({ roles, record }, { id }) => {
    const page = await readLeadPage(store.db, id, visibleSections(roles));
    if (page?.section !== 'lead') return missing();
    await record(store.db, { subject: { kind: 'lead', id } });
    return page;
  });
}

function workRoutes(route: DeskRoute, { store, now }: LeadsContext): void {
  const work = (who: StaffCaller, id: string, change: (tx: Tx) => Promise<WorkOutcome>) =>
    store.begin(async (tx) => {
      if (!(await isLead(tx, id))) return missing();
      const outcome = await change(tx);
      if (outcome.outcome === 'unknown') return missing();
      await who.record(tx, { subject: { kind: 'lead', id }, detail: { outcome: outcome.outcome } });
      return outcome;
    });

  route(calls.assignLeadCall, async (who, { id, version, owner }) => {
    if (owner !== null && !(await isStaff(store.db, owner))) return new HttpRefusal(422, { errors: { owner: 'There is no such account' } });
    const change = { id, version, owner, actor: who.accountId, at: now() };
    return work(who, id, (tx) => assignLead(tx, store.dialect, change));
  });

  route(calls.changeLeadStateCall, async (who, { id, version, state, reason }) => {
    const change = { id, version, state, reason, actor: who.accountId, at: now() };
    return work(who, id, (tx) => changeLeadState(tx, store.dialect, change));
  });

  route(calls.noteLead, async ({ accountId: actor, record }, { id, text, mentions }) => {
    const known: string[] = [];
    for (const account of new Set(mentions)) if (await isStaff(store.db, account)) known.push(account);
    return store.begin(async (tx) => {
      if (!(await isLead(tx, id)) || !(await addNote(tx, { id, text, mentions: known, actor, at: now() }))) return missing();
      await record(tx, { subject: { kind: 'lead', id } });
      return {};
    });
  });
}

function sendingRoutes(route: DeskRoute, context: LeadsContext): void {
  const { store, wake, now } = context;

  route(calls.releaseLeadCall, async ({ accountId: actor, record }, { id }) => {
    const released = await store.begin(async (tx) => {
      if (!(await isLead(tx, id))) return missing();
      const done = await releaseLead(tx, context, { id, actor, at: now() });
      await record(tx, { subject: { kind: 'lead', id }, detail: { released: done } });
      return { released: done };
    });
    wake();
    return released;
  });

  route(calls.sendLeadLink, async ({ accountId: actor, record }, { id }) => {
    const sent = await store.begin(async (tx) => {
      if (!(await isLead(tx, id))) return missing();
      const outcome = await sendFreshLink(tx, { id, actor, at: now() });
      if (outcome === 'unknown') return missing();
      await record(tx, { subject: { kind: 'lead', id }, detail: { outcome } });
      return { outcome };
    });
    wake();
    return sent;
  });
}

type Asked = CallRequest<typeof calls.countLeadsCall>;

function filterOf({ accountId: viewer }: StaffCaller, asked: Asked): LeadListFilter {
  return { section: 'lead', viewer, ...asked };
}

/** What the record says of a filter: which there were, and nothing that somebody typed. */
function told(asked: Asked): { filters: string } {
  const names = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { filters: names.join(' ') };
}

function visibleSections(roles: readonly Role[]): LeadSection[] {
  const sections = { lead: 'leads.read', message: 'messages.read', application: 'applications.read' } as const;
  return (Object.keys(sections) as LeadSection[]).filter((section) => mayUse(roles, sections[section]));
}

/** Applications and messages are leads to the store, and not to whoever works on leads. */
async function isLead(tx: Tx, id: string): Promise<boolean> {
  const lead = await findLead(tx, id);
  return lead !== undefined && sectionOf(lead.kind) === 'lead';
}

async function isStaff(db: Tx, id: string): Promise<boolean> {
  const account = await findAccount(db, id);
  return account !== undefined && account.state !== 'revoked';
}

const BETWEEN_LOOKS = 1000;

async function* changes(
  db: Tx,
  since: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<Awaited<ReturnType<typeof leadChangesSince>>> {
  let last = since;
  while (!signal.aborted) {
    const news = await leadChangesSince(db, last);
    if (last === undefined || news.all || news.ids.length > 0) yield news;
    last = news.seq;
    await wait(BETWEEN_LOOKS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function missing(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'There is no such lead: it may have been erased.' });
}
