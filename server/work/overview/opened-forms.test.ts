import { describe, expect, test } from 'vitest';
import { REPORT_CALLER } from '../../../contract/callers.ts';
import { OPENED_PATH } from '../../../contract/opened-form.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { testApp } from '../../testing/app.testing.ts';
import { removeSampleLeads, storeSampleLeads } from '../samples/store-samples.ts';
import { overviewCsv } from './overview-csv.ts';
import { readOverview } from './read-overview.ts';

const DAY = 24 * 3_600_000;

async function site(env: Record<string, string> = {}) {
  const store = await freshStore();
  const { app, clock } = await testApp(store, { TIME_ZONE: 'Pacific/Auckland', ...env });
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: OPENED_PATH, payload, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers } });
  return {
    store,
    clock,
    post,
    open: async (caller: string) => (await post(caller)).statusCode,
    rows: () => store.db.selectFrom('form_opens').selectAll().orderBy('day').orderBy('caller').execute(),
    read: (by: 'form' | 'caller' | 'country') => readOverview(store.db, { by, days: 7, zone: 'Pacific/Auckland', at: clock.now }),
  };
}

describe('opened forms', () => {
  test('are counted by the company’s day and what opened them, and nothing else is stored', async () => {
    const { open, rows, clock } = await site();
    // In Auckland it is already the next day.
    clock.now = Date.UTC(2026, 10, 21, 23);
    expect(await Promise.all([open('home_bad'), open('home_bad'), open(REPORT_CALLER)])).toEqual([204, 204, 204]);
    clock.now += DAY;
    expect(await open('home_bad')).toBe(204);
    expect(await rows()).toEqual(
      [
        { day: '2026-11-22', caller: REPORT_CALLER, sample: 0, opened: 1 },
        { day: '2026-11-22', caller: 'home_bad', sample: 0, opened: 2 },
        { day: '2026-11-23', caller: 'home_bad', sample: 0, opened: 1 },
      ].sort((a, b) => (a.day + a.caller < b.day + b.caller ? -1 : 1)),
    );
  });

  testOnStores('stand in the overview with the forms that were sent, and samples go without a trace', async () => {
    const { store, open, rows, read, clock } = await site();
    expect((await read('form')).opened).toEqual({ now: 0, before: 0, since: null });
    expect(overviewCsv('funnel', await read('form'))).not.toContain('Opened');
    const span = { since: clock.now - 3 * DAY, until: clock.now, owners: [], seed: 1, zone: 'Pacific/Auckland', onBatch: () => undefined };
    await storeSampleLeads(store, 60, span);
    const { opened, funnel, groups } = await read('form');
    expect(opened.now).toBeGreaterThanOrEqual(funnel.now.received);
    expect(opened.since).not.toBeNull();
    expect(groups.length).toBeGreaterThan(2);
    for (const group of groups) expect(group.opened).toBeGreaterThanOrEqual(group.now.received);
    expect((await read('country')).groups.map((group) => group.opened)).toEqual((await read('country')).groups.map(() => null));
    expect(overviewCsv('funnel', await read('form'))).toContain(`Opened a form,${opened.now},0`);
    await open('about_cu');
    clock.now += 7 * DAY;
    await open('about_cu');
    expect((await read('caller')).opened).toMatchObject({ now: 1, before: opened.now! + 1 });
    await removeSampleLeads(store, { files: { remove: async () => true }, now: () => clock.now, onBatch: () => undefined });
    expect((await rows()).map(({ caller, opened: count }) => [caller, count])).toEqual([
      ['about_cu', 1],
      ['about_cu', 1],
    ]);
  });
});

test('what is no form, too long or too much is refused, and counts nothing', async () => {
  const { open, post, rows } = await site({ RATE_LIMIT: 'on' });
  for (const caller of ['', 'x'.repeat(65), 'ada@example.com', '../x']) expect(await open(caller)).toBe(422);
  expect(await open('x'.repeat(2049))).toBe(413);
  expect((await post('caller=home_bad', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  expect(await rows()).toEqual([]);
  for (const caller of ['elsewhere', '__proto__', 'paper_none']) expect(await open(caller)).toBe(204);
  expect(await rows()).toMatchObject([{ caller: '0', opened: 3 }]);
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push(await open('home_bad'));
  expect([statuses[0], statuses.at(-1)]).toEqual([204, 429]);
});
