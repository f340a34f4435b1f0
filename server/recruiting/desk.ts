import { sql } from 'kysely';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import { openStages, type ApplicationStage } from '../../contract/desk/application-stages.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { dayInZone } from '../work/index/day-in-zone.ts';
import { countLeads } from '../work/index/lead-list.ts';
import { exportWords, filterNames, isOf, missing, workRoutes, type WorkContext } from '../work/work-routes.ts';
import type { Tx } from '../store/store.ts';
import { mayOpen, readApplicationPage, readDeskApplications } from './application-page.ts';
import { findApplication, scanWords } from './application-repository.ts';
import { answerApplication, rateApplication } from './application-work.ts';

type Context = WorkContext & Pick<LeadContext, 'files'>;

const section = 'application';

/** The desk's routes for applications. */
export function applicationRoutes(route: DeskRoute, context: Context): void {
  const { store, settings, now } = context;
  cvRoute(route, context);
  workRoutes(route, context, {
    section,
    calls: calls.applicationWork,
    filter: (viewer, asked) => ({ section, viewer, ...asked }),
    rows: (ids) => readDeskApplications(store.db, ids),
    page: (id, sections) => readApplicationPage({ db: store.db, settings, now: now() }, id, sections),
    answer: (tx, answer) => answerApplication(tx, { dialect: store.dialect, settings }, answer),
    recorded: ({ template }) => ({ template }),
  });

  route(calls.rateApplicationCall, async ({ accountId: actor, record }, { id, rating }) =>
    store.begin(async (tx) => {
      if (!(await isOf(tx, id, section))) return missing();
      await rateApplication(tx, store.dialect, { id, rating, actor, at: now() });
      await record(tx, { ...subjectOf(id), detail: { rating } });
      return {};
    }),
  );

  route(calls.exportApplicationsCall, async (who, { sort, ...asked }) => {
    const filter = { section, viewer: who.accountId, ...asked } as const;
    await who.record(store.db, { detail: { applications: await countLeads(store, filter), ...filterNames(asked) } });
    const name = `applications-${dayInZone(now(), settings.TIME_ZONE)}.csv`;
    const { exportApplications } = await import('./application-export.ts');
    const content = exportApplications(store, { filter, sort }, await exportWords(context));
    return { type: 'text/csv; charset=utf-8', name, bytes: undefined, content };
  });

  route(calls.applicationFunnelCall, async (_who, { by, days }) => {
    const { readFunnel } = await import('./count-applications.ts');
    return readFunnel(store.db, { by, since: now() - days * DAY });
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

const DAY = 24 * 3_600_000;

function cvRoute(route: DeskRoute, { store, files, now }: Context): void {
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

/** Milliseconds within which the timeline notes once that a person opened a CV. The record of actions has every time. */
const SITTING = 3_600_000;

async function wasOpened(tx: Tx, { id, actor, since }: { id: string; actor: string; since: number }): Promise<boolean> {
  const opened = tx.selectFrom('lead_events').select('id').where('lead_id', '=', id).where('kind', '=', 'CV opened');
  return (await opened.where('actor', '=', actor).where('at', '>', since).limit(1).executeTakeFirst()) !== undefined;
}

function subjectOf(id: string) {
  return { subject: { kind: section, id } } as const;
}
