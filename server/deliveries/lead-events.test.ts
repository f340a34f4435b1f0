import { describe, expect, test } from 'vitest';
import { clearSuspicion, findLead } from '../leads/lead-repository.ts';
import { markTogether, releaseMarked } from '../work/mark-spam.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import { answerLead } from '../work/answer-lead.ts';
import { readSettings } from '../settings/settings.ts';

import { setUpDeliveries } from './deliveries.testing.ts';

const day = 24 * 3_600_000;

describe('what is told of a history', () => {
  test('a meeting and an answer that change the state of a request are told as a change, and others are not', async () => {
    const { store, clock, endpoint, add, deliver, of } = await setUpDeliveries();
    await endpoint('/all', ['lead.changed']);
    const [met, answered] = (await add({}, {})) as [string, string];
    const at = clock.now();
    const meeting = { leadId: met, startsAt: at + day, booking: 'b', at };
    for (const what of ['booked', 'moved', 'cancelled'] as const)
      await store.begin((tx) => recordMeeting(tx, store.dialect, { ...meeting, what }));
    const answer = {
      way: 'own',
      subject: 'Hello',
      text: 'Nobody else’s concern',
      template: undefined,
      replyTo: 'ada@example.com',
    } as const;
    for (const version of [0, 1])
      await store.begin((tx) =>
        answerLead(tx, { dialect: store.dialect, settings: readSettings({}) }, { id: answered, version, actor: 'ada', at, ...answer }),
      );
    await deliver();
    const told = of('/all').flatMap(({ type, leadId, body }) => (type === 'lead.changed' ? [{ leadId, ...JSON.parse(body).data }] : []));
    const change = { changed: 'state', from: 'new', reason: null };
    expect(told.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
      { leadId: answered, ...change, to: 'contacted' },
      { leadId: met, ...change, to: 'meeting' },
      { leadId: met, ...change, from: 'meeting', to: 'new' },
    ]);
  });

  test('spam that staff mark is told, and so is that it is none; what came as spam is told of when it is released alone', async () => {
    const { store, clock, endpoint, add, deliver, of } = await setUpDeliveries();
    await endpoint('/all', ['lead.created', 'lead.spam']);
    const [id, suspected] = (await add({}, { spam: true })) as [string, string];
    await deliver();
    const lead = await findLead(store.db, id);
    const by = { actor: 'ada', at: clock.now() };
    await store.begin((tx) => markTogether(tx, [lead!], { flood: 'f', ...by, cancelMeetings: async () => 0 }));
    await deliver();
    await store.begin((tx) => releaseMarked(tx, [id], by));
    await store.begin((tx) => clearSuspicion(tx, [suspected], by));
    await deliver();
    const told = of('/all').map(({ type, leadId, body }) => [type, leadId, JSON.parse(body).data.spam]);
    expect(told.filter(([type]) => type === 'lead.spam')).toEqual([
      ['lead.spam', id, true],
      ['lead.spam', id, false],
    ]);
    expect(told.filter(([, leadId]) => leadId === suspected)).toEqual([['lead.created', suspected, undefined]]);
  });
});
