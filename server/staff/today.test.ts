import { describe, expect } from 'vitest';
import { applicationWork } from '../../contract/calls/desk/application-calls.ts';
import { changeHeldCall, leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { countNotices } from '../../contract/calls/desk/notice-calls.ts';
import { readTodayCall, setMorningMail } from '../../contract/calls/desk/today-calls.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { JobContext } from '../queue/job.ts';
import type { MeetingEvent } from '../leads/meeting-events.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import { dayInZone, addDays } from '../work/index/day-in-zone.ts';
import { addLeads, testIndexer } from '../work/index/index.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { morningJob, morningMailJob } from './notices/morning.mail.tsx';

async function setUp(env: Record<string, string> = {}) {
  const store = await freshStore();
  const desk = await testDesk(store, env);
  const ids = await addLeads(store, [{}, {}, {}, { kind: 'application', form: 'career', caller: 'career' }]);
  await testIndexer(store).takeIn();
  const [ada, bob] = [await desk.signedIn('sales'), await desk.signedIn('sales')];
  const day = dayInZone(desk.clock.now, desk.context.settings.TIME_ZONE);
  const waits = async (who: SignedIn) => {
    const { due, meetings, fresh, waiting } = await answer(who, readTodayCall, {});
    return [due, meetings, fresh, waiting].map(({ rows }) => rows.map(({ id }) => id));
  };
  return { ...desk, store, ids, ada, bob, day, waits };
}

describe('a day to come back', () => {
  testOnStores('is due for whose the request is, with why; a colleague who was quicker is told of', async () => {
    const { ids, ada, bob, day, waits, signedIn } = await setUp();
    const [first, second, third, application] = ids as [string, string, string, string];
    await answer(ada, leadWork.comeBack, { id: first, version: 0, day, why: 'After the fair' });
    await answer(ada, leadWork.comeBack, { id: second, version: 0, day: addDays(day, 1) });
    expect(await waits(ada)).toEqual([[first], [], [first, second, third], []]);
    expect(await waits(bob)).toEqual(await waits(ada));
    await answer(ada, leadWork.assign, { id: first, version: 1, owner: ada.accountId });
    expect(await waits(ada)).toEqual([[first], [], [second, third], [first]]);
    expect(await waits(bob)).toEqual([[], [], [second, third], []]);
    expect([await answer(ada, countNotices, {}), await answer(bob, countNotices, {})]).toEqual([
      { unread: 0, due: 1 },
      { unread: 0, due: 0 },
    ]);
    const page = await answer(bob, leadWork.read, { id: first });
    expect(page).toMatchObject({ comeBack: day, comeBackWhy: 'After the fair' });
    expect(page.timeline.at(-2)).toMatchObject({ kind: 'come back', detail: { from: null, to: day, reason: 'After the fair' } });
    expect(await answer(bob, leadWork.comeBack, { id: first, version: 1, day: null })).toMatchObject({ outcome: 'changed since' });
    await answer(ada, leadWork.comeBack, { id: first, version: 2, day: null, why: 'Not kept' });
    expect((await waits(ada))[0]).toEqual([]);
    expect((await ada.call(leadWork.comeBack, { id: first, version: 3, day: 'soon' })).statusCode).toBe(422);
    const hr = await signedIn('hr');
    await answer(hr, applicationWork.comeBack, { id: application, version: 0, day });
    expect(await waits(hr)).toEqual([[application], [], [application], []]);
  });

  testOnStores('has the meetings that are past until somebody says whether they were held', async () => {
    const { store, ids, ada, clock } = await setUp();
    const [first, second] = ids as [string, string];
    const schedule = async (leadId: string, startsAt: number) => {
      const when = { starts_at: startsAt, created_at: clock.now, changed_at: clock.now };
      const row = {
        id: leadId,
        lead_id: leadId,
        uid: `${leadId}@booking`,
        state: 'booked',
        zone: 'UTC',
        sequence: 0,
        moves: 0,
        ...when,
      } as const;
      await store.db.insertInto('bookings').values(row).execute();
    };
    await schedule(first, clock.now - 3 * 86_400_000);
    await schedule(second, clock.now + 1000);
    const lists = async () => {
      const { meetings, unmarked } = await answer(ada, readTodayCall, {});
      return [meetings, unmarked].map(({ rows }) => rows.map(({ id, version }) => [id, version]));
    };
    expect(await lists()).toEqual([[[second, 0]], [[first, 0]]]);
    clock.now += 1000;
    expect(await lists()).toEqual([
      [],
      [
        [first, 0],
        [second, 0],
      ],
    ]);
    expect(await answer(ada, changeHeldCall, { id: first, version: 0, held: 'held' })).toMatchObject({ outcome: 'done' });
    expect(await answer(ada, changeHeldCall, { id: second, version: 1, held: 'missed' })).toMatchObject({ outcome: 'changed since' });
    expect((await lists())[1]).toEqual([[second, 0]]);
  });

  testOnStores('has the meetings that a calendar reported, each at its last time, those that were cancelled not', async () => {
    const { store, ids, ada, bob, clock } = await setUp({ CALENDAR_WEBHOOK_SECRET: 'x'.repeat(32) });
    const [first, second, third] = ids as [string, string, string];
    const soon = clock.now + 1000;
    const report = (leadId: string, what: MeetingEvent, startsAt = soon) =>
      store.begin((tx) =>
        recordMeeting(tx, store.dialect, { leadId, what, startsAt, booking: `${leadId} elsewhere`, at: (clock.now += 1) }),
      );
    await report(first, 'booked', soon + 40 * 86_400_000);
    await report(second, 'booked', clock.now - 86_400_000);
    await report(third, 'booked');
    await report(first, 'moved');
    await report(third, 'cancelled');
    await answer(ada, leadWork.assign, { id: first, version: 1, owner: ada.accountId });
    await testIndexer(store).takeIn();
    const lists = async (who: SignedIn) => {
      const { meetings, unmarked } = await answer(who, readTodayCall, {});
      return [meetings, unmarked].map(({ rows }) => rows.map(({ id, at }) => [id, at]));
    };
    const past = [second, expect.any(Number)];
    expect([await lists(ada), await lists(bob)]).toEqual([
      [[[first, soon]], [past]],
      [[], [past]],
    ]);
  });

  testOnStores('comes by mail each morning, once, where something waits and whoever gets it wants it', async () => {
    const { store, ids, ada, bob, day, clock, context } = await setUp();
    await answer(bob, setMorningMail, { mailed: false });
    expect(await answer(bob, readTodayCall, {})).toMatchObject({ mailed: false });
    await answer(ada, leadWork.comeBack, { id: ids[0]!, version: 0, day });
    const mails: { subject: string; to: string; props: unknown }[] = [];
    const mailer = {
      send: async (mail: { subject: (props: object) => string }, props: object, { to }: { to: string }) =>
        void mails.push({ subject: mail.subject(props), to, props }),
    };
    const services = { store, settings: context.settings, mailer } as unknown as JobServices;
    const at = (now: number) => ({ services, now: () => now }) as JobContext<JobServices>;
    const enqueued = () => store.db.selectFrom('jobs').select('payload').where('name', '=', morningMailJob.name).execute();
    const midnight = Date.parse(`${day}T00:30:00Z`);
    await morningJob.run({}, at(midnight));
    expect(await enqueued()).toEqual([]);
    for (const hour of [9, 10]) await morningJob.run({}, at(midnight + hour * 3_600_000));
    expect((await enqueued()).map(({ payload }) => JSON.parse(payload).account)).toEqual([ada.accountId]);
    await morningMailJob.run({ account: ada.accountId, day }, at(clock.now));
    await morningMailJob.run({ account: ada.accountId, day: addDays(day, -1) }, at(clock.now));
    await morningMailJob.run({ account: bob.accountId, day }, at(clock.now));
    expect(mails).toMatchObject([
      {
        subject: 'Today at the desk',
        to: 'person-1@staff.example',
        props: { counts: { due: '1', meetings: '0', fresh: '3', waiting: '0' } },
      },
    ]);
  });
});
