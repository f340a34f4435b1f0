import * as calls from '../../contract/calls/desk/today-calls.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { visibleSections } from '../leads/lead-columns.ts';
import { findAccount, updateAccount } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';

/** What waits today for whoever asks, and whether it comes by mail. */
export function todayRoutes(route: DeskRoute, { store, settings, now }: Pick<DeskContext, 'store' | 'settings' | 'now'>): void {
  route(calls.readTodayCall, async ({ accountId: account, roles, record }) => {
    const { readToday } = await import('../work/read-today.ts');
    const today = await readToday(store, { account, sections: visibleSections(roles), zone: settings.TIME_ZONE, now: now() });
    const shown = [today.due, today.meetings, today.unmarked, today.fresh, today.waiting].reduce((sum, { rows }) => sum + rows.length, 0);
    await record(store.db, { detail: { requests: shown } });
    return { ...today, mailed: (await findAccount(store.db, account))?.morning_mail !== 0 };
  });

  route(calls.setMorningMail, async (who, { mailed }) => {
    await store.begin(async (tx) => {
      await updateAccount(tx, who.accountId, { morning_mail: mailed ? 1 : 0 });
      await who.record(tx, { detail: { mailed } });
    });
    return {};
  });
}
