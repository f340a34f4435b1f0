import * as calls from '../../contract/desk/overview-calls.ts';
import type { AppContext } from '../app-context.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { overviewCsv } from '../leads/overview/overview-csv.ts';
import { readOverview } from '../leads/overview/read-overview.ts';

/** Numbers alone: nothing of it is of one person. */
export function overviewRoutes(route: DeskRoute, { store, settings, now }: Pick<AppContext, 'store' | 'settings' | 'now'>): void {
  const zone = settings.TIME_ZONE;

  route(calls.readOverviewCall, (_who, asked) => readOverview(store.db, { ...asked, zone, at: now() }));

  route(calls.exportOverviewCall, async (_who, { table, ...asked }) => {
    const overview = await readOverview(store.db, { ...asked, zone, at: now() });
    const text = overviewCsv(table, overview);
    const name = `overview-${table}-${overview.now.from}-${overview.now.to}.csv`;
    return { type: 'text/csv; charset=utf-8', name, bytes: Buffer.byteLength(text), content: contentOf(text) };
  });
}

async function* contentOf(text: string): AsyncGenerator<string> {
  yield text;
}
