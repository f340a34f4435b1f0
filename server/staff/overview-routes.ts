import * as calls from '../../contract/calls/desk/overview-calls.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { StaffFile } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import type { Period } from '../work/overview/overview-period.ts';
import { listAccounts } from './accounts.ts';

/** Routes for figures alone, without anything about a single visitor. */
export function overviewRoutes(route: DeskRoute, { store, settings, now }: Pick<HttpContext, 'store' | 'settings' | 'now'>): void {
  const zone = settings.TIME_ZONE;

  route(calls.readOverviewCall, async (_who, asked) => {
    const { readOverview } = await import('../work/overview/read-overview.ts');
    return readOverview(store.aside, { ...asked, zone, at: now() });
  });

  route(calls.exportOverviewCall, async (_who, { table, ...asked }) => {
    const [{ readOverview }, { overviewCsv }] = await Promise.all([
      import('../work/overview/read-overview.ts'),
      import('../work/overview/overview-csv.ts'),
    ]);
    const overview = await readOverview(store.aside, { ...asked, zone, at: now() });
    return csvFile(table, overview.now, overviewCsv(table, overview));
  });

  route(calls.readColleaguesCall, async (_who, asked) => {
    const { readColleagues } = await import('../work/overview/read-colleagues.ts');
    return readColleagues(store.db, { ...asked, zone, at: now() });
  });

  route(calls.exportColleaguesCall, async (_who, asked) => {
    const { colleaguesCsv, readColleagues } = await import('../work/overview/read-colleagues.ts');
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
