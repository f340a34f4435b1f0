import { describe, expect } from 'vitest';
import { cancelMeetingCall } from '../../contract/calls/desk/meeting-calls.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { addBooking } from './bookings.ts';
import { addVisitors, planOf } from './bookings.testing.ts';

/** Monday at 09:00 in Rome. */
const NINE = Date.UTC(2026, 10, 23, 8);

describe('the meeting of a lead at the desk', () => {
  testOnStores('is cancelled by staff once, with who did it, and both sides are told', async () => {
    const store = await freshStore();
    const { signedIn, clock } = await testDesk(store);
    const [lead] = await addVisitors(store, 1, clock.now);
    const seller = await signedIn('sales');
    await addBooking({ store, plan: planOf(), now: clock.now }, { lead: lead!, slot: NINE, zone: 'UTC' });
    const other = await seller.call(cancelMeetingCall, { id: lead!.id, startsAt: NINE + 3_600_000 });
    expect([other.statusCode, (await store.db.selectFrom('bookings').select('state').execute()).map(({ state }) => state)]).toEqual([
      409,
      ['booked'],
    ]);
    for (const cancelled of [true, false]) {
      const answer = await seller.call(cancelMeetingCall, { id: lead!.id, startsAt: NINE });
      expect([answer.statusCode, answer.json()]).toEqual([200, { cancelled }]);
    }
    const jobs = await store.db.selectFrom('jobs').select(['name', 'payload']).where('name', 'like', 'bookings.%').execute();
    expect(
      jobs
        .filter(({ payload }) => payload.includes('"sequence":1'))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['bookings.staff-mail', 'bookings.visitor-mail']);
    const [event] = await store.db.selectFrom('lead_events').select('actor').where('kind', '=', 'meeting cancelled').execute();
    const actions = await store.db
      .selectFrom('staff_actions')
      .select(['account_id', 'subject_id'])
      .where('action', '=', 'meeting cancelled')
      .execute();
    expect(actions.map(({ account_id: account, subject_id: subject }) => [account, subject])).toEqual([
      [event!.actor, lead!.id],
      [event!.actor, lead!.id],
    ]);
    expect(event!.actor).not.toBeNull();
    expect((await seller.call(cancelMeetingCall, { id: '0199aaaa-0000-7000-8000-000000000000' })).statusCode).toBe(404);
  });
});
