import * as calls from '../../contract/calls/desk/overview-calls.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { StaffFile } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { overviewCsv } from '../work/overview/overview-csv.ts';
import type { Period } from '../work/overview/overview-period.ts';
import { colleaguesCsv, readColleagues } from '../work/overview/read-colleagues.ts';
import { readOverview } from '../work/overview/read-overview.ts';
import { listAccounts } from './accounts.ts';

/** Routes for figures alone, without anything about a single visitor. */
export function overviewRoutes(route: DeskRoute, { store, settings, now }: Pick<HttpContext, 'store' | 'settings' | 'now'>): void {
  const zone = settings.TIME_ZONE;

  route(calls.readOverviewCall, (_who, asked) => readOverview(store.db, { ...asked, zone, at: now() }));

  route(calls.exportOverviewCall, async (_who, { table, ...asked }) => {
    const overview = await readOverview(store.db, { ...asked, zone, at: now() });
    return csvFile(table, overview.now, overviewCsv(table, overview));
  });

  route(calls.readColleaguesCall, (_who, asked) => readColleagues(store.db, { ...asked, zone, at: now() }));

  route(calls.exportColleaguesCall, async (_who, asked) => {
    const figures = await readColleagues(store.db, { ...asked, zone, at: now() });
    const names = new Map((await listAccounts(store.db)).map(({ id, name }) => [id, name]));
    return csvFile(
      'colleagues',
      figures.now,
      colleaguesCsv(figures, (account) => names.get(account) ?? account),
    );
  });
}

function csvFile(table: string, { from, to }: Period, text: string): StaffFile {
  return {
    type: 'text/csv; charset=utf-8',
    name: `overview-${table}-${from}-${to}.csv`,
    bytes: Buffer.byteLength(text),
    content: contentOf(text),
  };
}

async function* contentOf(text: string): AsyncGenerator<string> {
  yield text;
}
