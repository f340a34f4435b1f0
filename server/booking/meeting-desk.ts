import { cancelMeetingCall } from '../../contract/desk/meeting-calls.ts';
import type { AppContext } from '../app-context.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { isOf, missing } from '../leads/work/work-routes.ts';
import { cancelBooking } from './bookings.ts';

/** What staff do to the meetings that visitors booked. */
export function meetingDeskRoutes(route: DeskRoute, { store, wake, now }: Pick<AppContext, 'store' | 'wake' | 'now'>): void {
  route(cancelMeetingCall, async ({ accountId: actor, record }, { id }) => {
    const answer = await store.begin(async (tx) => {
      if (!(await isOf(tx, id, 'lead'))) return missing();
      const { outcome } = await cancelBooking(tx, store.dialect, { leadId: id, now: now(), actor });
      const cancelled = outcome === 'cancelled';
      await record(tx, { subject: { kind: 'lead', id }, detail: { cancelled } });
      return { cancelled };
    });
    wake();
    return answer;
  });
}
