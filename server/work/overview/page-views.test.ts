import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SEEN_PATH, type PageOrigin } from '../../../contract/page-view.ts';
import { OPENED_PATH } from '../../../contract/opened-form.ts';
import { freshStore, silent, testOnStores } from '../../store/store.testing.ts';
import { testApp } from '../../testing/app.testing.ts';
import { countPageViews, MOST_ROWS, OTHERS } from './count-page-views.ts';

async function site(env: Record<string, string> = {}) {
  const store = await freshStore();
  const { app, clock } = await testApp(store, { TIME_ZONE: 'Pacific/Auckland', ...env });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload: JSON.stringify(body), headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers } });
  return {
    store,
    app,
    clock,
    post,
    see: async (origin: unknown, headers: Record<string, string> = {}) => (await post(SEEN_PATH, origin, headers)).statusCode,
    rows: () => store.db.selectFrom('page_views').selectAll().orderBy('day').orderBy('page').orderBy('source').execute(),
  };
}

testOnStores('pages are counted by the company’s day, page, source and campaign, and nothing else is stored', async () => {
  const { app, store, clock, post, see } = await site();
  clock.now = Date.UTC(2026, 10, 21, 10, 59);
  const origin: PageOrigin = { page: '/about', source: 'news', campaign: 'q4', from: 'www.press.example' };
  for (const each of [origin, origin, { page: '/about', from: '/' }])
    expect(await see(each, { 'x-forwarded-for': '198.51.100.7' })).toBe(204);
  await post(OPENED_PATH, { caller: 'about_cu', ...origin });
  clock.now = Date.UTC(2026, 10, 21, 11, 1);
  await see({ page: '/' });
  // A stop writes what was counted.
  await app.close();
  const row = { day: '2026-11-21', page: '/about', source: '', campaign: '', referrer: '/', sample: 0, seen: 1, opened: 0 };
  expect(await store.db.selectFrom('page_views').selectAll().orderBy('day').orderBy('source').execute()).toEqual([
    row,
    { ...row, source: 'news', campaign: 'q4', referrer: 'press.example', seen: 2, opened: 1 },
    { ...row, day: '2026-11-22', page: '/', referrer: '' },
  ]);
});

test('pages that are not declared count together, and addresses of people in a link are masked', async () => {
  const { app, see, rows } = await site();
  for (const page of ['/nowhere', '/verify?token=secret', '404', '__proto__']) await see({ page });
  await see({ page: '/', source: 'ada@example.com', campaign: 'x'.repeat(500), from: 'no address' });
  await app.close();
  expect(await rows()).toMatchObject([
    { page: OTHERS, seen: 4 },
    { page: '/', source: '(address)', campaign: 'x'.repeat(120), referrer: '' },
  ]);
});

test('what is no page, too long or too much is refused, and programs that say so are not counted', async () => {
  const { app, see, rows } = await site({ RATE_LIMIT: 'on' });
  for (const wrong of [null, 'about', {}, { page: 5 }, { page: '/', from: {} }]) expect(await see(wrong)).toBe(422);
  expect(await see({ page: '/', source: 'x'.repeat(2048) })).toBe(413);
  const agent = (words: string) => see({ page: '/' }, { 'user-agent': `Mozilla/5.0 (compatible; ${words})` });
  for (const words of ['Googlebot/2.1', 'bingbot', 'SomeCrawler', 'Baiduspider']) expect(await agent(words)).toBe(204);
  expect(await agent('CUBOT X30')).toBe(204);
  const statuses: number[] = [];
  for (let n = 0; n < 120; n += 1) statuses.push(await see({ page: '/about' }));
  expect([statuses[0], statuses.at(-1)]).toEqual([204, 429]);
  await app.close();
  expect((await rows()).find(({ page }) => page === '/')).toMatchObject({ seen: 1 });
});

describe('the counter', () => {
  const counter = (store: Parameters<typeof countPageViews>[0]) => countPageViews(store, { isPage: () => true, log: silent });
  const total = async (store: Parameters<typeof countPageViews>[0]) =>
    (await store.db.selectFrom('page_views').select(['source', 'seen']).execute()).reduce(
      ({ rows, seen, others }, row) => ({ rows: rows + 1, seen: seen + row.seen, others: others + (row.source === OTHERS ? row.seen : 0) }),
      { rows: 0, seen: 0, others: 0 },
    );

  test('has a day’s rows bounded, also after a restart, and loses no view', async () => {
    const store = await freshStore();
    const first = counter(store);
    for (let n = 0; n < MOST_ROWS + 200; n += 1) first.count('2026-11-21', 'seen', { page: '/', source: `made up ${n}` });
    await first.flush();
    const again = counter(store);
    again.count('2026-11-21', 'seen', { page: '/', source: 'made up 7' });
    for (let n = 0; n < 300; n += 1) again.count('2026-11-21', 'seen', { page: '/', campaign: `another ${n}` });
    await again.flush();
    expect(await total(store)).toEqual({ rows: MOST_ROWS + 1, seen: MOST_ROWS + 200 + 1 + 300, others: 500 });
    expect(await store.db.selectFrom('page_views').select('seen').where('source', '=', 'made up 7').execute()).toEqual([{ seen: 2 }]);
  });

  test('keeps what a store that is down does not take', async () => {
    const store = await freshStore();
    const begin = vi.spyOn(store, 'begin').mockRejectedValueOnce(new Error('down'));
    onTestFinished(() => begin.mockRestore());
    const views = counter(store);
    views.count('2026-11-21', 'seen', { page: '/' });
    await views.flush();
    expect((await total(store)).seen).toBe(0);
    views.count('2026-11-21', 'seen', { page: '/' });
    await views.flush();
    expect(await total(store)).toEqual({ rows: 1, seen: 2, others: 0 });
  });

  test('writes many views by one commit', async () => {
    const store = await freshStore();
    const begin = vi.spyOn(store, 'begin');
    onTestFinished(() => begin.mockRestore());
    const views = counter(store);
    for (let n = 0; n < 5000; n += 1) views.count('2026-11-21', 'seen', { page: n % 2 === 0 ? '/' : '/about' });
    await views.flush();
    await views.flush();
    expect(begin).toHaveBeenCalledTimes(1);
    expect((await total(store)).seen).toBe(5000);
  });
});
