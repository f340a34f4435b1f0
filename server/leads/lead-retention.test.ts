import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { testOnStores } from '../store/store.testing.ts';
import { addLeads, noon, setUpIndex } from '../work/index/index.testing.ts';
import { isOver, leadRetention } from './lead-retention.ts';
import type { MeetingEvent } from './meeting-events.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

describe('a lead whose period is over', () => {
  testOnStores('stays until the day after its meeting, whichever calendar that stands in, and no longer', async () => {
    const { store } = await setUpIndex();
    const [without, own, hook, cancelled] = await addLeads(store, [{}, {}, {}, {}]);
    await store.db.updateTable('leads').set({ status: 'verified', verified_at: noon }).execute();
    const meets = noon + 10 * DAY;
    let at = noon;
    const record = (leadId: string, what: MeetingEvent, booking: string, startsAt = meets) =>
      store.begin((tx) => recordMeeting(tx, store.dialect, { leadId, what, booking, startsAt, at: (at += 1) }));
    const uid = '019a0000-0000-7000-8000-000000000000@booking';
    await record(own!, 'booked', uid, meets + 5 * DAY);
    await record(own!, 'moved', uid);
    await record(hook!, 'booked', 'abcdefghijklmnopqrstuv');
    await record(cancelled!, 'booked', uid);
    await record(cancelled!, 'cancelled', uid);
    // What is still worked on has another period.
    await store.db.updateTable('lead_work').set({ state: 'won' }).execute();
    const over = async (now: number) => {
      const condition = isOver(leadRetention.KEEP_VERIFIED_DAYS, { before: now - 7 * DAY, now });
      const { rows } = await sql<{ id: string }>`select id from leads where ${condition} order by id`.execute(store.db);
      return rows.map(({ id }) => id);
    };
    expect(await over(noon + 7 * DAY)).toEqual([]);
    expect(await over(noon + 8 * DAY)).toEqual([without, cancelled]);
    expect(await over(meets + DAY - HOUR)).toEqual([without, cancelled]);
    expect(await over(meets + DAY + HOUR)).toEqual([without, own, hook, cancelled]);
  });
});
