import { sql } from 'kysely';
import { REPORT_CALLER, callerFor, callers, campaignOf, readAbout, type LeadTopic } from '../../../contract/callers.ts';
import type { OverviewGroup } from '../../../contract/desk/source-words.ts';
import { anyCampaignForm } from '../../../contract/forms/campaign.ts';
import { reportForm } from '../../../contract/forms/report.ts';
import type { FormOpensRow } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';
import type { Period } from './overview-period.ts';
import type { FastifyInstance } from 'fastify';
import { countOpenedForm } from '../../../contract/calls/public/form-calls.ts';
import type { LeadContext } from '../../leads/lead-context.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import type { PageViewCounter } from './count-page-views.ts';

/** 'always' when openings by a caller are counted by its name; a topic when they are if that topic exists; otherwise undefined. */
function openable(caller: string): 'always' | LeadTopic | undefined {
  if (callers.has(caller) || caller === REPORT_CALLER) return 'always';
  return readAbout(caller, undefined);
}

/** @param rows `day`: YYYY-MM-DD in the company's zone */
export async function countOpened(tx: Tx, rows: readonly Pick<FormOpensRow, 'day' | 'caller'>[], sample: 0 | 1 = 0): Promise<void> {
  const counted = new Map<string, FormOpensRow>();
  for (const { day, caller } of rows) {
    const key = `${day} ${caller}`;
    counted.set(key, { day, caller, sample, opened: (counted.get(key)?.opened ?? 0) + 1 });
  }
  if (counted.size === 0) return;
  await tx
    .insertInto('form_opens')
    .values([...counted.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'caller', 'sample'])
        .doUpdateSet((eb) => ({ opened: eb('form_opens.opened', '+', eb.ref('excluded.opened')) })),
    )
    .execute();
}

/** How often forms were opened in a period, and in each group of the overview where forms and buttons are the groups. */
export async function readOpened(
  db: Tx,
  by: OverviewGroup,
  { from, to }: Period,
): Promise<{ all: number; by: ReadonlyMap<string, number> | undefined }> {
  const rows = await db
    .selectFrom('form_opens')
    .select(['caller', sql<number>`sum(opened)`.as('opened')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('caller')
    .execute();
  return { all: sumOf(rows), by: groupNames[by]?.(rows) };
}

/** The first day on which forms were counted; null: there is none. */
export async function openedSince(db: Tx): Promise<string | null> {
  const first = await db.selectFrom('form_opens').select('day').orderBy('day').limit(1).executeTakeFirst();
  return first?.day ?? null;
}

type Opened = { caller: string; opened: number };

const groupNames: Readonly<Partial<Record<OverviewGroup, (rows: readonly Opened[]) => Map<string, number>>>> = {
  form: (rows) => grouped(rows, formOf),
  caller: (rows) => grouped(rows, (caller) => caller),
};

function grouped(rows: readonly Opened[], nameOf: (caller: string) => string): Map<string, number> {
  const groups = new Map<string, number>();
  for (const { caller, opened } of rows) groups.set(nameOf(caller), (groups.get(nameOf(caller)) ?? 0) + opened);
  return groups;
}

function formOf(caller: string): string {
  if (campaignOf(caller) !== undefined) return anyCampaignForm.type;
  return caller === REPORT_CALLER ? reportForm.type : callerFor(caller).form;
}

function sumOf(rows: readonly { opened: number }[]): number {
  return rows.reduce((sum, { opened }) => sum + opened, 0);
}

/** The contract's name for all callers that are not declared. */
const UNDECLARED = '0';

/**
 * Takes the pages' reports that a form was opened (site/forms/report-opened.ts). Increases a count, and stores nothing of the request.
 * @param app an encapsulated Fastify instance: reports are plain text
 */
export async function openedFormRoute(app: FastifyInstance, context: LeadContext, views: PageViewCounter): Promise<void> {
  const { settings, store, topics, campaigns, now } = context;
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.startsWith('{')) void parseJson(request, body, done);
    // Pages of an older build send the caller alone, as plain text.
    else done(null, body);
  });
  createPublicRoute(app, context)(countOpenedForm, async ({ reply, body }) => {
    const opener = typeof body === 'string' ? body : body.caller;
    const known = openable(opener);
    const isCampaign = campaignOf(opener) !== undefined && (await campaigns.form(store.db, opener, undefined)) !== undefined;
    const isThere = known === 'always' || isCampaign || (known !== undefined && (await topics.name(store.db, known)) !== undefined);
    // All callers that are not declared are counted as one, so that made-up names add no rows.
    const caller = isThere ? opener : UNDECLARED;
    const day = dayInZone(now(), settings.TIME_ZONE);
    await countOpened(store.db, [{ day, caller }]);
    if (typeof body !== 'string') views.count(day, 'opened', body);
    return reply.code(204).send();
  });
}
