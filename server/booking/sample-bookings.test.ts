import { describe, expect, test } from 'vitest';
import { createDeskCommand } from '../work/samples/desk-command.ts';
import { readSettings } from '../settings/settings.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { addSampleMeetings } from './sample-bookings.ts';

const command = createDeskCommand({ storeFile: async () => undefined, addMeetings: addSampleMeetings });

describe('sample meetings', () => {
  testOnStores(
    'are booked for samples, in hours that are offered, with their history; nothing is mailed, and all of it goes again',
    async () => {
      const store = await freshStore();
      const { run, clock } = testContext(command, store);
      expect((await run('sample', '300')).printed).toContain('6 of them have a meeting booked');
      const rows = await store.db
        .selectFrom('bookings')
        .innerJoin('leads', 'leads.id', 'bookings.lead_id')
        .innerJoin('lead_index', 'lead_index.lead_id', 'leads.id')
        .select(['bookings.starts_at', 'bookings.uid', 'leads.sample', 'lead_index.state'])
        .execute();
      expect(rows.map(({ sample, state }) => [sample, state])).toEqual(Array.from({ length: 6 }, () => [1, 'meeting']));
      for (const { starts_at: at } of rows) expect([new Date(at).getUTCDay() % 6 > 0, at > clock.now]).toEqual([true, true]);
      const events = await store.db.selectFrom('lead_events').select('detail').where('kind', '=', 'meeting booked').execute();
      expect(events.map(({ detail }) => (JSON.parse(detail) as { booking: string }).booking).toSorted()).toEqual(
        rows.map(({ uid }) => uid).toSorted(),
      );
      expect(await store.db.selectFrom('jobs').select('id').execute()).toEqual([]);
      await run('sample', '--remove');
      for (const table of ['bookings', 'lead_events', 'leads', 'jobs'] as const)
        expect([table, await store.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    },
  );
});

test('where no meetings are booked there are none', async () => {
  const store = await freshStore();
  const { run } = testContext(command, store, { settings: readSettings({ BOOKING_HOURS: 'off' }) });
  expect((await run('sample', '50')).printed).not.toContain('meeting');
  expect(await store.db.selectFrom('bookings').select('id').execute()).toEqual([]);
});
