import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { leadChangesSince } from '../work/index/lead-watcher.ts';
import { lastSeq } from '../work/index/lead-index.ts';
import { testIndexer } from '../work/index/index.testing.ts';
import { readLead } from '../leads/lead-queries.ts';
import { changeLeadState, readWork } from '../work/lead-work.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { calCom, calComHeaders } from './cal-com.testing.ts';

const SECRET = 'a-long-random-secret';

describe('bookings', () => {
  test('a meeting that is booked, moved and cancelled stands in the history of its lead, which then has a meeting', async () => {
    const { store, report, lead, indexer } = await site();
    const [former, id, other] = [await lead('ada@example.com'), await lead('ada@example.com'), await lead('bob@example.com')];
    await indexer.takeIn();
    const seq = await lastSeq(store.db);
    expect((await report(calCom.created({ attendees: ['Ada+demo@Example.com'] }))).statusCode).toBe(204);
    expect(await readWork(store.db, id)).toMatchObject({ state: 'meeting', version: 1, owner: null });
    await indexer.takeIn();
    expect((await leadChangesSince(store.db, seq)).leads).toMatchObject([{ id }]);
    // A request that was sent in between does not get the meeting's later reports.
    const later = await lead('ada@example.com');
    expect((await report(calCom.rescheduled())).statusCode).toBe(204);
    expect((await report(calCom.cancelled({ uid: 'booking-2', startTime: '2026-12-03T14:30:00+00:00' }))).statusCode).toBe(204);
    const booked = { startsAt: '2026-12-01T10:00:00.000Z', booking: expect.any(String) as string };
    const moved = { startsAt: '2026-12-03T14:30:00.000Z', booking: expect.any(String) as string };
    expect(await meetingsOf(store, id)).toEqual([
      ['meeting booked', null, { ...booked, from: 'new', to: 'meeting' }],
      ['meeting moved', null, moved],
      ['meeting cancelled', null, { ...moved, from: 'meeting', to: 'new' }],
    ]);
    expect(await readWork(store.db, id)).toMatchObject({ state: 'new', version: 2 });
    for (const one of [former, other, later]) expect(await meetingsOf(store, one)).toEqual([]);
    // Only a hash is stored: anybody who has the uid could cancel the meeting.
    expect(JSON.stringify(await store.db.selectFrom('lead_events').selectAll().execute())).not.toContain('booking-1');
  });

  testOnStores('the same report again, many at once, is written once', async () => {
    const { store, report, lead } = await site();
    const id = await lead('ada@example.com');
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(calCom.created())));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 204));
    expect(await meetingsOf(store, id)).toHaveLength(1);
    // Booked again with the same uid after it was cancelled: a new report, not a repeat.
    await report(calCom.cancelled());
    await report(calCom.created({ createdAt: '2026-11-21T08:55:00.000Z' }));
    expect((await meetingsOf(store, id)).map(([kind]) => kind)).toEqual(['meeting booked', 'meeting cancelled', 'meeting booked']);
  });

  testOnStores('beside a change of the staff neither is lost, and what staff decided stays', async () => {
    const { store, report, lead, clock } = await site();
    const ids = await Promise.all(Array.from({ length: 4 }, (_, n) => lead(`lead${n}@example.com`)));
    const lost = (id: string) =>
      store.begin((tx) =>
        changeLeadState(tx, store.dialect, { id, version: 0, actor: 'ada', at: clock.now, state: 'lost', reason: 'No budget' }),
      );
    const changes = await Promise.all(
      ids.flatMap((id, n) => [
        lost(id),
        report(calCom.created({ uid: `b-${n}`, attendees: [`lead${n}@example.com`] })).then(() => undefined),
      ]),
    );
    for (const [n, id] of ids.entries()) {
      const isLost = changes[2 * n]?.outcome === 'done';
      expect(await meetingsOf(store, id)).toHaveLength(1);
      expect((await readWork(store.db, id)).state).toBe(isLost ? 'lost' : 'meeting');
    }
    const won = ids[0]!;
    const { version } = await readWork(store.db, won);
    await store.begin((tx) => changeLeadState(tx, store.dialect, { id: won, version, actor: 'ada', at: clock.now, state: 'won' }));
    await report(calCom.rescheduled({ rescheduleUid: 'b-0', uid: 'b-9', attendees: ['lead0@example.com'] }));
    expect([(await readWork(store.db, won)).state, (await meetingsOf(store, won)).at(-1)![0]]).toEqual(['won', 'meeting moved']);
  });
});

test('of several requests it is the latest that somebody works on; messages, applications and suspected spam have no meetings', async () => {
  const { store, report, lead, clock } = await site();
  const [open, won] = [await lead('ada@example.com'), await lead('ada@example.com')];
  await store.begin((tx) => changeLeadState(tx, 'sqlite', { id: won, version: 0, actor: 'ada', at: clock.now, state: 'won' }));
  const [spam, message] = [await lead('ada@example.com'), await lead('ada@example.com')];
  await store.db.updateTable('leads').set({ suspected_spam: 1 }).where('id', '=', spam).execute();
  await store.db.updateTable('leads').set({ kind: 'message' }).where('id', '=', message).execute();
  await report(calCom.created());
  const found = await Promise.all([open, won, spam, message].map(async (id) => (await meetingsOf(store, id)).length));
  expect(found).toEqual([1, 0, 0, 0]);
});

test('of an address that nobody wrote from nothing is written but that it was taken, and the log does not name it', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const { store, report } = await site({ logger: pino({ level: 'trace' }, stream) });
  expect((await report(calCom.created({ attendees: ['stranger@example.org', 'guest@example.org'] }))).statusCode).toBe(204);
  expect(await store.db.selectFrom('lead_events').selectAll().execute()).toEqual([]);
  expect(lines.join('')).toContain('a booking is of nobody who sent a request');
  expect(lines.join('')).not.toContain('example.org');
});

test.each([
  ['a booking that has to be accepted first', calCom.requested()],
  ['that a meeting is over', calCom.ended()],
  ['the try of its settings', calCom.ping()],
])('%s is taken, and nothing written', async (_, said) => {
  const { store, report, lead } = await site();
  const id = await lead('ada@example.com');
  expect((await report(said)).statusCode).toBe(204);
  expect(await meetingsOf(store, id)).toEqual([]);
});

test('what is not signed by the secret, or is no report, changes nothing', async () => {
  const { store, report, lead, app } = await site();
  const id = await lead('ada@example.com');
  const body = JSON.stringify(calCom.created());
  const good = calComHeaders(body, SECRET)['x-cal-signature-256']!;
  for (const signature of ['', 'x', good.slice(1), `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`, `sha256=${good}`, `${good}00`])
    expect([signature, (await report(body, { 'x-cal-signature-256': signature })).statusCode]).toEqual([signature, 401]);
  expect((await report(body, calComHeaders(body, 'another-long-secret'))).statusCode).toBe(401);
  expect((await report(body.replace('10:00', '11:00'), { 'x-cal-signature-256': good })).statusCode).toBe(401);
  expect((await report('{')).statusCode).toBe(400);
  const { payload, ...rest } = calCom.created();
  for (const said of [
    [],
    {},
    { ...rest },
    { ...rest, payload: { ...payload, startTime: 'soon' } },
    { ...rest, payload: { ...payload, attendees: 'ada' } },
  ])
    expect((await report(said)).statusCode).toBe(422);
  // A report older than a day could be a repeat.
  expect((await report(calCom.created({ createdAt: '2026-11-20T08:59:59.000Z' }))).statusCode).toBe(422);
  expect((await report(calCom.created({ description: 'x'.repeat(130 * 1024) }))).statusCode).toBe(413);
  expect(await meetingsOf(store, id)).toEqual([]);
  await app.close();
  const without = await site({ env: { CALENDAR_WEBHOOK_SECRET: '' } });
  expect((await without.report(body)).statusCode).toBe(404);
});

type Options = { env?: Record<string, string>; logger?: ReturnType<typeof pino> };

async function site({ env = {}, ...options }: Options = {}) {
  const store = await freshStore();
  const { app, clock } = await testApp(store, { CALENDAR_WEBHOOK_SECRET: SECRET, ...env }, options);
  return {
    app,
    clock,
    store,
    indexer: testIndexer(store),
    report: (said: object | string, headers?: Record<string, string>) => {
      const payload = typeof said === 'string' ? said : JSON.stringify(said);
      return app.inject({ method: 'POST', url: '/hooks/calendar', payload, headers: { ...calComHeaders(payload, SECRET), ...headers } });
    },
    lead: async (email: string) => {
      // Each request gets a different time, so that one of them is the latest.
      clock.now += 1;
      const answer = await app.inject({
        method: 'POST',
        url: '/cognitivepro/forms/home_bad',
        payload: { ...validBodies.bookademo, email },
      });
      return answer.json<{ id: string }>().id;
    },
  };
}

async function meetingsOf(store: Store, id: string): Promise<[kind: string, actor: string | null, detail: unknown][]> {
  const { history } = (await readLead(store.db, id))!;
  return history.flatMap(({ kind, actor, detail }) => (kind.startsWith('meeting') ? [[kind, actor, JSON.parse(detail) as unknown]] : []));
}
