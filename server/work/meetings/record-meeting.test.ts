import { describe, expect, test } from 'vitest';
import type { LeadState } from '../../../contract/desk/lead-states.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { noon, setUpIndex } from '../index/index.testing.ts';
import { findLeadPage } from '../index/lead-list.ts';
import { answerLead } from '../answer-lead.ts';
import { changeField, changeLeadState, readWork } from '../lead-work.ts';
import type { MeetingEvent } from '../../leads/meeting-events.ts';
import { recordMeeting } from './record-meeting.ts';

async function setUp() {
  const { store, add, indexer } = await setUpIndex();
  const [id] = (await add({})) as [string];
  let at = noon;
  return {
    id,
    indexer,
    store,
    meeting: (what: MeetingEvent, booking = 'one', actor?: string) =>
      store.begin((tx) => recordMeeting(tx, store.dialect, { leadId: id, what, booking, startsAt: noon, at: (at += 1), actor })),
    put: async (state: LeadState) => {
      const { version } = await readWork(store.db, id);
      await store.begin((tx) =>
        changeLeadState(tx, store.dialect, { id, version, actor: 'ada', at: (at += 1), state, reason: 'No budget' }),
      );
    },
    mark: async (held: 'held' | 'missed' | null) => {
      const { version } = await readWork(store.db, id);
      const change = { id, version, actor: 'ada', at: (at += 1), section: 'lead', name: 'held', value: held } as const;
      await store.begin((tx) => changeField(tx, store.dialect, change));
    },
    answer: async () => {
      const { version } = await readWork(store.db, id);
      const answer = { way: 'own', subject: 'Hello', text: 'Hello', template: undefined, replyTo: 'ada@example.com' } as const;
      const parts = { dialect: store.dialect, settings: {} as never };
      await store.begin((tx) => answerLead(tx, parts, { id, version, actor: 'ada', at: (at += 1), ...answer }));
    },
    state: async () => (await readWork(store.db, id)).state,
    owner: async () => (await readWork(store.db, id)).owner,
  };
}

describe('a meeting that is booked', () => {
  test('for a visitor makes whoever booked it the owner, where there is none', async () => {
    const { meeting, owner } = await setUp();
    await meeting('booked');
    expect(await owner()).toBeNull();
    await meeting('booked', 'two', 'ada');
    await meeting('booked', 'three', 'ben');
    expect(await owner()).toBe('ada');
  });
});

describe('a meeting that is cancelled', () => {
  testOnStores('gives its lead the state back that it had, in the list as well, and counts as none', async () => {
    const { store, id, meeting, put, mark, state, indexer } = await setUp();
    const listed = async (wanted: LeadState) =>
      (await findLeadPage(store, { filter: { section: 'lead', state: wanted }, sort: 'newest', limit: 5 })).rows.length;
    const met = async () => {
      await indexer.takeIn();
      return (await store.db.selectFrom('lead_days').select('met').where('dimension', '=', 'all').executeTakeFirstOrThrow()).met;
    };
    await put('contacted');
    await meeting('booked');
    expect([await state(), await listed('meeting'), await met()]).toEqual(['meeting', 1, 0]);
    await mark('held');
    expect(await met()).toBe(1);
    await mark(null);
    await meeting('moved');
    await meeting('cancelled');
    expect([await state(), await listed('meeting'), await listed('contacted'), await met()]).toEqual(['contacted', 0, 1, 0]);
    const { detail } = await store.db
      .selectFrom('lead_events')
      .select('detail')
      .where('kind', '=', 'meeting cancelled')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail)).toMatchObject({ from: 'meeting', to: 'contacted' });
    // Booked again and cancelled again.
    await meeting('booked', 'two');
    expect([await state(), await met()]).toEqual(['meeting', 0]);
    await meeting('cancelled', 'two');
    expect([await state(), await met(), (await readWork(store.db, id)).version]).toEqual(['contacted', 0, 7]);
  });

  testOnStores('leaves one that nobody answered unanswered in the counts', async () => {
    const { store, meeting, answer, state, indexer } = await setUp();
    const counted = async () => {
      await indexer.takeIn();
      const { met, answered } = await store.db
        .selectFrom('lead_days')
        .select(['met', 'answered'])
        .where('dimension', '=', 'all')
        .executeTakeFirstOrThrow();
      return { met, answered };
    };
    await meeting('booked');
    expect(await counted()).toEqual({ met: 0, answered: 1 });
    await meeting('cancelled');
    expect([await state(), await counted()]).toEqual(['new', { met: 0, answered: 0 }]);
    // Booked again, answered, and cancelled: the answer still counts.
    await meeting('booked', 'two');
    await answer();
    await meeting('cancelled', 'two');
    expect([await state(), await counted()]).toEqual(['contacted', { met: 0, answered: 1 }]);
  });

  testOnStores('that is booked after one that was held asks anew, and the earlier one stays held', async () => {
    const { store, id, meeting, mark, indexer } = await setUp();
    const seen = async () => {
      await indexer.takeIn();
      const { met } = await store.db.selectFrom('lead_days').select('met').where('dimension', '=', 'all').executeTakeFirstOrThrow();
      const listed = await findLeadPage(store, { filter: { section: 'lead', held: 'held' }, sort: 'newest', limit: 5 });
      return [(await readWork(store.db, id)).held, met, listed.rows.length];
    };
    await meeting('booked');
    await mark('held');
    expect(await seen()).toEqual(['held', 1, 1]);
    await meeting('booked', 'two');
    expect(await seen()).toEqual([null, 1, 0]);
    await mark('missed');
    expect(await seen()).toEqual(['missed', 1, 0]);
    await meeting('moved', 'two');
    expect(await seen()).toEqual([null, 1, 0]);
  });

  test('leaves what a person has set since', async () => {
    const { meeting, put, state } = await setUp();
    await meeting('booked');
    await put('won');
    await meeting('cancelled');
    expect(await state()).toBe('won');
    // The same when a person set `meeting`: the booking did not cause this state.
    await put('meeting');
    await meeting('booked', 'two');
    await meeting('cancelled', 'two');
    expect(await state()).toBe('meeting');
  });

  test('leaves one that was answered meanwhile contacted, and one with another meeting as it is', async () => {
    const { meeting, answer, state } = await setUp();
    await meeting('booked');
    await meeting('booked', 'two');
    await answer();
    await meeting('cancelled');
    expect(await state()).toBe('meeting');
    // The same meeting with a new booking id, as calendars may give to one that is moved.
    await meeting('moved', 'three');
    await meeting('cancelled', 'three');
    expect(await state()).toBe('contacted');
  });
});
