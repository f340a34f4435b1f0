import { SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { dataPaths, type Analytics, type Login, type PortfolioDetail } from '../../contract/portfolio.ts';
import { testApp } from '../testing/app.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { listPortfolios, saveRecord } from './records/records.ts';
import { removePortfolio } from './removals/portfolio-removals.ts';
import { loadSamples } from './sample/samples.ts';
import { TOKEN_SECONDS } from './data-token.ts';

async function setUp(env: Record<string, string> = {}) {
  const store = await freshStore();
  await loadSamples(store, Date.UTC(2026, 0, 1));
  const { app, clock } = await testApp(store, env);
  const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
  const token = login.json<Login>().msg.TOKEN;
  const get = (url: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    app.inject({ method: 'GET', url, headers });
  return { store, app, clock, token, get };
}

describe('the data calls', () => {
  test('refuse nobody of an office of thirty that looks at ten dates each within a minute, behind one address', async () => {
    const { get } = await setUp({ RATE_LIMIT: 'on' });
    const people = Array.from({ length: 30 }, async (_, person) => {
      const seen: number[] = [];
      for (let n = 0; n < 10; n += 1) {
        const date = `20${20 + (person % 5)}-${String(n + 3).padStart(2, '0')}-28`;
        for (const group of ['website', 'cognitive'] as const)
          seen.push((await get(`${dataPaths.portfolios(group)}?date=${date}`)).statusCode);
        seen.push((await get(`/builder/website/portfolio/global-trend?date=${date}`)).statusCode);
      }
      return seen;
    });
    expect(new Set((await Promise.all(people)).flat())).toEqual(new Set([200]));
  });

  test('ask a client for patience whose requests wait without end, and nobody else', async () => {
    const { app, token } = await setUp({ RATE_LIMIT: 'on' });
    const ask = (n: number, remoteAddress: string) =>
      app.inject({
        url: `/builder/website/portfolio/global-trend?date=2024-0${1 + (n % 9)}-15`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress,
      });
    const flood = Array.from({ length: 330 }, (_, n) => ask(n, '127.3.0.1'));
    const other = await ask(0, '127.4.0.1');
    expect(other.statusCode).toBe(200);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0]!.headers['retry-after']).toBe('5');
    expect(refused[0]!.json()).toMatchObject({ detail: 'Please try again in 5 seconds.' });
  });

  describe('answer', () => {
    test('the lists with ids, each group its own three', async () => {
      const { get } = await setUp();
      const website = (await get('/builder/website/portfolios/')).json<{ id: string }[]>();
      const cognitive = (await get('/builder/website/cognitive/portfolios/')).json<{ id: string }[]>();
      expect([website.length, cognitive.length]).toEqual([3, 3]);
      for (const item of [...website, ...cognitive]) expect(item).toEqual({ id: expect.stringMatching(/^[a-z-]+$/) });
    });

    test('a portfolio with every field of the page, percent, as of the date', async () => {
      const { get } = await setUp();
      const detail = (await get('/builder/website/portfolio/global-trend?date=2024-12-31')).json<PortfolioDetail>();
      expect(detail).toMatchObject({
        id: 'global-trend',
        shortName: 'Global Trend',
        start_date: '2017-12-29',
        as_of: '2024-12-31',
        sample: true,
        version: 1,
      });
      for (const key of ['total_return', 'net_return', 'sharpe'] as const) {
        for (const line of ['pf', 'bm', 'bm2'] as const) expect(detail[`${key}_${line}`]).toBeTypeOf('number');
      }
      expect(detail.excess_return).toBe(detail.net_return_pf - detail.net_return_bm!);
      expect(detail.excess_return2).toBe(detail.net_return_pf - detail.net_return_bm2!);
      // Seven years: both are percentages, and the annual return compounds to the cumulative one.
      expect(((1 + detail.net_return_pf / 100) ** 7 - 1) * 100).toBeCloseTo(detail.total_return_pf, 0);
      expect(Math.abs(detail.net_return_pf)).toBeGreaterThan(1);
    });

    test('null for a second benchmark that is not there', async () => {
      const { get } = await setUp();
      const detail = (await get('/builder/website/cognitive/portfolio/cognitive-dynamic?date=2024-12-30')).json<PortfolioDetail>();
      expect(detail).toMatchObject({
        benchmark2: null,
        total_return_bm2: null,
        net_return_bm2: null,
        sharpe_bm2: null,
        excess_return2: null,
        as_of: '2024-12-30',
      });
    });

    test('a list with a date has the details of each, sorted, the same as one by one: the page in one round', async () => {
      const { get } = await setUp();
      for (const group of ['website', 'cognitive'] as const) {
        const list = (await get(`${dataPaths.portfolios(group)}?date=${sampleDates[group]}`)).json<PortfolioDetail[]>();
        expect(list.map((one) => one.net_return_pf)).toEqual(list.map((one) => one.net_return_pf).toSorted((a, b) => b - a));
        for (const one of list) {
          expect((await get(`${dataPaths.portfolio(group, one.id)}?date=${sampleDates[group]}`)).json()).toEqual(one);
        }
      }
    });

    test('analytics on demand: lines, tables, risk, and the same figures', async () => {
      const { get } = await setUp();
      const plain = (await get('/builder/website/portfolio/global-trend?date=2024-03-31')).json<PortfolioDetail>();
      const { analytics, ...same } = (await get('/builder/website/portfolio/global-trend?date=2024-03-31&analytics=1')).json<{
        analytics: Analytics;
      }>();
      expect(same).toEqual(plain);
      const { chart, years, months, pf } = analytics;
      expect([chart.days.at(-1), chart.pf[0], chart.pf.length]).toEqual(['2024-03-29', 100, chart.days.length]);
      expect(chart.pf.at(-1)! - 100).toBeCloseTo(plain.total_return_pf, 3);
      expect(Math.min(...chart.drawdown)).toBeCloseTo(pf.max_drawdown!, 3);
      expect(link(years)).toBeCloseTo(plain.total_return_pf, 8);
      expect(link(months)).toBeCloseTo(plain.total_return_pf, 8);
      expect(years.map((year) => year.partial)).toEqual([false, false, false, false, false, false, true]);
      expect(analytics.relative).toMatchObject({ from: '2017-12-29', net_return_pf: plain.net_return_pf });
    });

    test('no datum after the date has a part in the answer', async () => {
      const { store, get } = await setUp();
      const line = (tail: number) => Float64Array.from({ length: 400 }, (_, t) => (t < 300 ? 100 + t + (t % 3) : tail));
      const record = (tail: number) => ({
        frequency: 'calendar' as const,
        days: Int32Array.from({ length: 400 }, (_, t) => 19_000 + t),
        portfolio: line(tail),
        benchmark: line(tail + 1),
        benchmark2: undefined,
      });
      const about = { name: 'n', shortName: 's', subName: '', description: '', benchmark: 'b', benchmark2: '' };
      const put = (tail: number) =>
        saveRecord(store.db, { id: 'mine', group: 'website', sample: false, about, record: record(tail), at: tail });
      const ask = async () => (await get('/builder/website/portfolio/mine?date=2022-11-03&analytics=1')).json<PortfolioDetail>();
      await put(500);
      const before = await ask();
      await put(7);
      expect(await ask()).toEqual({ ...before, version: 2 });
    });

    test('figures as they were known at a time, after a correction', async () => {
      const { store, get } = await setUp();
      const about = { name: 'n', shortName: 's', subName: '', description: '', benchmark: '', benchmark2: '' };
      const put = (last: number, at: number) =>
        saveRecord(store.db, {
          id: 'mine',
          group: 'website',
          sample: false,
          about,
          at,
          record: {
            frequency: 'monthly',
            days: Int32Array.of(19_000, 19_030),
            portfolio: Float64Array.of(1, last),
            benchmark: undefined,
            benchmark2: undefined,
          },
        });
      await put(1.5, Date.UTC(2026, 1, 1));
      await put(1.25, Date.UTC(2026, 2, 1));
      const total = async (query: string) =>
        (await get(`/builder/website/portfolio/mine?${query}`)).json<PortfolioDetail>().total_return_pf;
      expect([await total(''), await total('known=2026-02-15'), await total('known=2026-03-01T00:00Z')]).toEqual([25, 50, 25]);
      expect((await get('/builder/website/portfolio/mine?known=2026-01-31')).statusCode).toBe(404);
    });

    test('a tag, and 304 to whoever has it; small when a client takes it so', async () => {
      const { get, token } = await setUp();
      const url = '/builder/website/portfolio/global-trend?date=2024-12-31&analytics=1';
      const authorization = `Bearer ${token}`;
      const first = await get(url);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const again = await get(url, { authorization, 'if-none-match': String(first.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const small = await get(url, { authorization, 'accept-encoding': 'gzip, br' });
      expect(small.headers['content-encoding']).toBe('br');
      expect(small.rawPayload.length).toBeLessThan(first.rawPayload.length / 2);
    });

    testOnStores('a removed portfolio no more, and samples do not come back', async () => {
      const { store, get } = await setUp();
      for (const { id } of await listPortfolios(store.db)) await removePortfolio(store.db, id, 1);
      expect(await loadSamples(store, 2)).toBe(0);
      expect((await get('/builder/website/portfolios/')).json()).toEqual([]);
      expect((await get('/builder/website/portfolio/global-trend?date=2024-12-31')).statusCode).toBe(404);
    });
  });
});

describe('the data calls refuse, in words', () => {
  test.each([
    ['?date=31/12/2024', 400, 'The date must be one day, such as 2024-12-31.'],
    ['?date=2024-02-30', 400, 'The date must be one day, such as 2024-12-31.'],
    ['?date=', 400, 'The date must be one day, such as 2024-12-31.'],
    ['?date=2024-12-31&date=2024-12-30', 400, 'The date must be one day, such as 2024-12-31.'],
    ['?date=2099-01-01', 400, 'The date is in the future.'],
    ['?date=2017-01-01', 404, 'The record of this portfolio begins on 2017-12-29.'],
    ['?known=yesterday', 400, 'known must be a day or a time, such as 2024-12-31T09:30Z.'],
  ])('%s', async (query, status, detail) => {
    const { get } = await setUp();
    const answer = await get(`/builder/website/portfolio/global-trend${query}`);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ status, detail });
  });

  test.each(['nothing', 'cognitive-dynamic', '..%2F..%2Fetc', "'%20or%201=1--", '%00', 'x'.repeat(150)])('the id %s', async (id) => {
    const { get } = await setUp();
    const answer = await get(`/builder/website/portfolio/${id}?date=2024-12-31`);
    expect(answer.json()).toMatchObject({ status: 404 });
  });

  test.each([
    ['nothing', {}, 400],
    ['a number for a password', { email: account.email, password: 1 }, 400],
    ['another password', { ...account, password: 'other' }, 401],
    ['another account', { ...account, email: 'staff@example.com' }, 401],
  ])('a login with %s', async (_, payload, status) => {
    const { app } = await setUp();
    const answer = await app.inject({ method: 'POST', url: dataPaths.login, payload });
    expect(answer.json()).toMatchObject({ status });
  });
});

describe('the token', () => {
  const url = '/builder/website/portfolios/';

  test('is needed, as it was given out', async () => {
    const { get, token } = await setUp();
    const [head, body, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const other = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('cognitive-pro-site')
      .setAudience('portfolios')
      .setIssuedAt()
      .setExpirationTime('2y')
      .sign(Buffer.alloc(32));
    const altered = Buffer.from(body, 'base64url').toString().replace('demo', 'staff');
    const forged = [
      undefined,
      '',
      'Bearer',
      'Bearer x',
      token,
      `Basic ${token}`,
      `Bearer ${none}.${body}.`,
      `Bearer ${none}.${body}.${signature}`,
      `Bearer ${head}.${Buffer.from(altered).toString('base64url')}.${signature}`,
      `Bearer ${head}.${body}.${signature.slice(0, -2)}`,
      `Bearer ${other}`,
    ];
    for (const authorization of forged) {
      const answer = await get(url, authorization === undefined ? {} : { authorization });
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="portfolios"']);
      expect(answer.json()).toMatchObject({ status: 401, detail: expect.stringContaining('token') });
    }
    expect((await get(url, { authorization: `bearer ${token}` })).statusCode).toBe(200);
  });

  test('is over after an hour', async () => {
    const { get, clock } = await setUp();
    clock.now += (TOKEN_SECONDS - 1) * 1000;
    expect((await get(url)).statusCode).toBe(200);
    clock.now += 2000;
    expect((await get(url)).statusCode).toBe(401);
  });

  test('is one that every server of the store knows, and no other store', async () => {
    const { store, token, get } = await setUp();
    const second = await testApp(store);
    onTestFinished(() => second.app.close());
    const headers = { authorization: `Bearer ${token}` };
    expect((await second.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200);
    const elsewhere = await setUp();
    expect((await elsewhere.get(url, headers)).statusCode).toBe(401);
    expect((await get(url)).statusCode).toBe(200);
  });
});

function link(periods: readonly { pf: number }[]): number {
  return (periods.reduce((product, period) => product * (1 + period.pf / 100), 1) - 1) * 100;
}
