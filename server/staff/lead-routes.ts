import * as calls from '../../contract/calls/desk/lead-calls.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { dayInZone } from '../work/index/day-in-zone.ts';
import { readLeadChoices } from '../work/index/lead-choices.ts';
import { COUNTED, countLeads } from '../work/index/lead-list.ts';
import type { LeadListFilter } from '../work/index/list-filter.ts';
import { answerLead, sendFreshLink } from '../work/answer-lead.ts';
import { readDeskLeads, readLeadPage } from '../work/lead-page.ts';
import { changeLeadState } from '../work/lead-work.ts';
import { exportWords, filterNames, missing, workOn, workRoutes, type WorkContext } from '../work/work-routes.ts';

export function leadRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, settings, now } = context;
  listRoutes(route, context);
  changeRoutes(route, context);
  personRoutes(route, context);
  workRoutes(route, context, {
    section: 'lead',
    calls: calls.leadWork,
    filter: filterOf,
    rows: (ids) => readDeskLeads(store.db, ids),
    page: (id, sections) => readLeadPage({ db: store.db, settings, now: now() }, id, sections),
    answer: (tx, answer) => answerLead(tx, { dialect: store.dialect, settings }, answer),
    recorded: ({ way }) => ({ way }),
  });
}

function listRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, settings, now } = context;
  route(calls.countLeadsCall, async (who, asked) => {
    const count = await countLeads(store, filterOf(who.accountId, asked));
    return { count: Math.min(count, COUNTED), more: count > COUNTED };
  });

  route(calls.leadChoices, () => readLeadChoices(store.db));

  route(calls.exportLeadsCall, async (who, { sort, ...asked }) => {
    const filter = filterOf(who.accountId, asked);
    await who.record(store.db, { detail: { leads: await countLeads(store, filter), ...filterNames(asked) } });
    const name = `leads-${dayInZone(now(), settings.TIME_ZONE)}.csv`;
    const words = await exportWords(context);
    const { exportLeads } = await import('../work/lead-export.ts');
    return { type: 'text/csv; charset=utf-8', name, bytes: undefined, content: exportLeads(store, { filter, sort }, words) };
  });
}

function changeRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, wake, now } = context;

  route(calls.changeLeadStateCall, async (who, { id, version, state, reason }) =>
    workOn(context, { section: 'lead', who, id }, (tx) =>
      changeLeadState(tx, store.dialect, { id, version, state, reason, actor: who.accountId, at: now() }),
    ),
  );

  route(calls.makeLeadCall, async ({ accountId: actor, record }, { key, means, agreed, sendsLink, ...answers }) => {
    const { makeLead } = await import('../work/make-lead.ts');
    const made = await makeLead(store, { key, answers, means, agreed, sendsLink, actor, at: now() }, (tx, id) =>
      record(tx, { subject: { kind: 'lead', id } }),
    );
    wake();
    return 'errors' in made ? new HttpRefusal(422, { errors: made.errors }) : made;
  });

  route(calls.correctLeadCall, async (who, given) => {
    const { correctLead } = await import('../work/correct-lead.ts');
    const outcome = await workOn(context, { section: 'lead', who, id: given.id }, (tx) =>
      correctLead(tx, store.dialect, { ...given, actor: who.accountId, at: now() }),
    );
    wake();
    if (outcome instanceof HttpRefusal || outcome.outcome !== 'refused') return outcome;
    return new HttpRefusal(422, { errors: outcome.errors });
  });

  route(calls.sendLeadLink, async (who, { id }) => {
    const sent = await workOn(context, { section: 'lead', who, id }, async (tx) => ({
      outcome: await sendFreshLink(tx, { id, actor: who.accountId, at: now() }),
    }));
    wake();
    return sent;
  });
}

/** The requests that belong to a lead: of its person under other addresses, and of its company. */
function personRoutes(route: DeskRoute, context: WorkContext): void {
  const { store, now } = context;

  route(calls.relatedLeads, async ({ record }, { id }) => {
    const { readRelated } = await import('../work/people/read-related.ts');
    const related = await readRelated(store, id);
    if (related === undefined) return missing();
    const { person, company } = related;
    await record(store.db, { subject: { kind: 'lead', id }, detail: { leads: person.length + (company?.leads.length ?? 0) } });
    return related;
  });

  route(calls.linkLeadsCall, async (who, { id, other }) => {
    const { linkLeads } = await import('../work/people/same-person.ts');
    return workOn(context, { section: 'lead', who, id }, async (tx) => ({
      outcome: await linkLeads(tx, store.dialect, { id, other, actor: who.accountId, at: now() }),
    }));
  });

  route(calls.unlinkLeadsCall, async ({ accountId: actor, record }, { id, other }) => {
    const { unlinkLeads } = await import('../work/people/same-person.ts');
    return store.begin(async (tx) => {
      const unlinked = await unlinkLeads(tx, store.dialect, { id, other, actor, at: now() });
      await record(tx, { subject: { kind: 'lead', id }, detail: { unlinked } });
      return { unlinked };
    });
  });
}

type Asked = CallRequest<typeof calls.countLeadsCall>;

function filterOf(viewer: string, asked: Asked): LeadListFilter {
  return { section: 'lead', viewer, ...asked };
}
