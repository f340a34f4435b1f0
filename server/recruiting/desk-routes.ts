import { sql } from 'kysely';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import { openStages, type ApplicationStage } from '../../contract/desk/application-stages.ts';
import type { CallRequest } from '../../contract/calls/desk/call.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import { furtherAfter, type DeskRoute } from '../http/desk-route.ts';
import { visibleSections } from '../leads/index/index-terms.ts';
import { findLeadPage } from '../leads/index/lead-list.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { changeField } from '../leads/work/change-work.ts';
import { changesRoute, fieldRoutes, isOf, missing, noteRoute, releaseRoute, workOn, type WorkContext } from '../leads/work/work-routes.ts';
import type { Tx } from '../store/store.ts';
import { mayOpen, readApplicationPage, readDeskApplications } from './application-page.ts';
import { findApplication } from './application-repository.ts';
import { answerApplication, rateApplication } from './application-work.ts';
import { scanWords } from './cv-text.ts';

type Context = WorkContext & Pick<LeadContext, 'files'>;

const section = 'application';

/** The applications of the desk. */
export function applicationRoutes(route: DeskRoute, context: Context): void {
  listRoutes(route, context);
  pageRoutes(route, context);
  workRoutes(route, context);
  changesRoute(route, context, { section, call: calls.applicationChanges });
  noteRoute(route, context, { section, call: calls.noteApplication });
  releaseRoute(route, context, { section, call: calls.releaseApplicationCall });
  answerRoute(route, context);
}

function listRoutes(route: DeskRoute, { store }: Context): void {
  route(calls.listApplicationsCall, async (who, { sort, cursor, limit, ...asked }) => {
    const filter = { section, viewer: who.accountId, ...asked } as const;
    const page = await findLeadPage(store, { filter, sort, cursor, limit });
    const applications = await readDeskApplications(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    await who.record(store.db, { detail: { applications: applications.length, filters: namesOf(asked), ...furtherAfter(cursor) } });
    return { applications, next: page.next ?? null, previous: page.previous ?? null, complete: page.complete };
  });

  route(calls.countApplicationsCall, async ({ accountId }) => {
    const { rows } = await sql<{ stage: ApplicationStage; position: string; count: number }>`
      select stage, position, count(*) as count from lead_index where kind = 'application' and spam = 0 and stage is not null
      group by stage, position order by position, stage`.execute(store.db);
    const { rows: views } = await sql<{ position: string; mine: number; spam: number }>`
      select position, count(case when spam = 0 and owner = ${accountId} and stage in (${sql.join(openStages)}) then 1 end) as mine,
      count(case when spam = 1 then 1 end) as spam
      from lead_index where kind = 'application' and stage is not null group by position order by position`.execute(store.db);
    return { counts: rows, views };
  });
}

function pageRoutes(route: DeskRoute, { store, settings, files, now }: Context): void {
  route(calls.readApplicationCall, async ({ roles, record }, { id }) => {
    const page = await readApplicationPage({ db: store.db, settings, now: now() }, id, visibleSections(roles));
    if (page === undefined) return missing();
    await record(store.db, subjectOf(id));
    return page;
  });

  route(calls.openCv, async ({ accountId: actor, record }, { id, stored = false }) => {
    const cv = (await findApplication(store.db, id))?.cv;
    if (cv === undefined) return new HttpRefusal(404, { detail: 'There is no CV: it may have been deleted.' });
    const heldBack = { title: 'This CV is held back', detail: `It is ${scanWords[cv.scan]}.` };
    if (!mayOpen(cv)) return new HttpRefusal(409, heldBack);
    await store.begin(async (tx) => {
      if (!(await wasOpened(tx, { id, actor, since: now() - SITTING }))) await addEvent(tx, id, { at: now(), kind: 'CV opened', actor });
      await record(tx, { ...subjectOf(id), detail: { stored } });
    });
    return { type: 'application/pdf', name: cv.name, bytes: cv.size, content: await files.open(cv.key) };
  });
}

/** Milliseconds within which the timeline has somebody open a CV once. The record of actions has every time. */
const SITTING = 3_600_000;

async function wasOpened(tx: Tx, { id, actor, since }: { id: string; actor: string; since: number }): Promise<boolean> {
  const opened = tx.selectFrom('lead_events').select('id').where('lead_id', '=', id).where('kind', '=', 'CV opened');
  return (await opened.where('actor', '=', actor).where('at', '>', since).limit(1).executeTakeFirst()) !== undefined;
}

function workRoutes(route: DeskRoute, context: Context): void {
  const { store, staff, now } = context;

  route(calls.assignApplicationCall, async (who, { id, version, owner }) => {
    const { accountId: actor } = who;
    if (owner !== null && !(await staff.isStaff(store.db, owner)))
      return new HttpRefusal(422, { errors: { owner: 'There is no such account' } });
    const at = now();
    return workOn(context, { section, who, id }, async (tx) => {
      const { event, ...outcome } = await changeField(tx, store.dialect, { id, version, actor, at, section, name: 'owner', value: owner });
      if (event !== undefined && owner !== null)
        await staff.tell(tx, { accounts: [owner], leadId: id, event, kind: 'assigned', actor, at });
      return outcome;
    });
  });

  fieldRoutes(route, context, section);

  route(calls.rateApplicationCall, async ({ accountId: actor, record }, { id, rating }) =>
    store.begin(async (tx) => {
      if (!(await isOf(tx, id, section))) return missing();
      await rateApplication(tx, store.dialect, { id, rating, actor, at: now() });
      await record(tx, { ...subjectOf(id), detail: { rating } });
      return {};
    }),
  );
}

function answerRoute(route: DeskRoute, context: Context): void {
  const { store, settings, wake, now } = context;

  route(calls.answerApplicationCall, async (who, answer) => {
    const change = { ...answer, stage: answer.stage, actor: who.accountId, at: now() };
    const outcome = await workOn(context, { section, who, id: answer.id, detail: { template: answer.template } }, (tx) =>
      answerApplication(tx, { dialect: store.dialect, settings }, change),
    );
    wake();
    return outcome;
  });
}

/** What the record says of a filter: which there were, and nothing that somebody typed. */
function namesOf(asked: Partial<CallRequest<typeof calls.listApplicationsCall>>): string {
  return Object.entries(asked)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(' ');
}

function subjectOf(id: string) {
  return { subject: { kind: section, id } } as const;
}
