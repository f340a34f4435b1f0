import { describe, expect, test } from 'vitest';
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
});
