import * as calls from '../../contract/calls/desk/today-calls.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { visibleSections } from '../leads/lead-columns.ts';
import { findAccount, updateAccount } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';

/** What waits today for whoever asks, and whether it comes by mail. */
export function todayRoutes(route: DeskRoute, { store, settings, now }: Pick<DeskContext, 'store' | 'settings' | 'now'>): void {
  route(calls.readTodayCall, async ({ accountId: account, roles, record }) => {
    const { readToday } = await import('../work/read-today.ts');
    const today = await readToday(store, { account, sections: visibleSections(roles), settings, now: now() });
    const shown = [today.due, today.meetings, today.unmarked, today.fresh, today.waiting].reduce((sum, { rows }) => sum + rows.length, 0);
    await record(store.db, { detail: { requests: shown } });
    const own = await findAccount(store.db, account);
    const isAsked = settings.LEADS_IN_TURN === 'on' && mayUse(roles, 'leads.work');
    const turn = own?.away === 1 ? ('away' as const) : ('in' as const);
    return { ...today, turn: isAsked ? turn : null, mailed: own?.morning_mail !== 0 };
  });

  route(calls.setMorningMail, async (who, { mailed }) => {
    await store.begin(async (tx) => {
      await updateAccount(tx, who.accountId, { morning_mail: mailed ? 1 : 0 });
      await who.record(tx, { detail: { mailed } });
    });
    return {};
  });

  route(calls.setAwayCall, async (who, { away }) => {
    await store.begin(async (tx) => {
      await updateAccount(tx, who.accountId, { away: away ? 1 : 0 });
      await who.record(tx, { detail: { away } });
    });
    return {};
  });
}
