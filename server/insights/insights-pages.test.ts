import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { type InsightsProps } from '../../contract/insights-page.ts';
import type { Paper } from '../../contract/paper.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { dataPaths, type Login, type PortfolioDetail, type PortfolioGroup } from '../../contract/portfolio.ts';
import { createApp } from '../compose/app.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { removePaper } from './removals/paper-removals.ts';
import { findVersion, readStoredRecord, saveRecord } from './records/records.ts';
import { loadSamples } from './sample/samples.ts';
import { tamperWithRecords } from '../testing/tampered-records.testing.ts';

const groups: readonly PortfolioGroup[] = ['website', 'cognitive'];

async function setUp(samples = true) {
  const store = await freshStore();
  if (samples) await loadSamples(store, Date.UTC(2026, 0, 1));
  const { app, context, clock } = await testApp(store);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  const page = async (path = '/insights') => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    return { ...propsOf(answer.body), etag: answer.headers.etag };
  };
  const later = async (path?: string) => {
    clock.now += 1000;
    return page(path);
  };
  return { store, app, context, clock, get, page, later };
}

function propsOf(html: string): InsightsProps {
  const [, text = ''] = /<pre>(.*?)<\/pre>/.exec(html) ?? [];
  const [, attribute = ''] = /data-props='([^']*)'/.exec(html) ?? [];
  const read = (escaped: string) => escaped.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  expect(read(attribute), 'the island gets as props what the page shows').toBe(read(text));
  return JSON.parse(read(text)) as InsightsProps;
}

/** Rounds numbers to two decimals, as in the data of the page. */
function withTwoDecimals(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value));
}

describe('the insights pages', () => {
  describe('have in their HTML', () => {
    test('what the data calls answer for the dates of the page, the highest annual return first, and the papers', async () => {
      const { app, get, page } = await setUp();
      const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
      const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
      const lists = groups.map(async (group) => {
        const list = await get(`${dataPaths.portfolios(group)}?date=${sampleDates[group]}`, { authorization });
        return list.json<PortfolioDetail[]>().map((one) => ({ ...one, group }));
      });
      const answered = (await Promise.all(lists)).flat().sort((a, b) => b.net_return_pf - a.net_return_pf);
      const shown = await page();
      expect(answered).toHaveLength(6);
      expect(shown.portfolios).toEqual(answered.map((one) => withTwoDecimals(one)));
      expect(shown.papers).toEqual((await get(dataPaths.papers)).json<Paper[]>());
      expect((await page('/insights/landing')).mode).toBe('confirm');
      expect((await page('/insights/paper')).mode).toBe('sent');
    });

    test('a new version, a second later, under another tag; the same page has the same tag', async () => {
      const { store, page, later, get } = await setUp();
      const before = await page();
      expect((await later()).etag).toBe(before.etag);
      const version = (await findVersion(store.db, 'global-trend'))!;
      const record = await readStoredRecord(store.db, version);
      record.portfolio[record.portfolio.length - 1]! *= 1.1;
      await saveRecord(store.db, { ...version, record, at: 2 });
      expect((await page()).etag, 'asked within the second').toBe(before.etag);
      const after = await later();
      const total = ({ portfolios }: InsightsProps) => portfolios.find(({ id }) => id === 'global-trend')!.total_return_pf;
      expect(100 + total(after)).toBeCloseTo((100 + total(before)) * 1.1, 1);
      expect(after.etag).not.toBe(before.etag);
      expect((await get('/insights', { 'if-none-match': String(after.etag) })).statusCode).toBe(304);
      expect((await get('/insights', { 'if-none-match': String(before.etag) })).statusCode).toBe(200);
    });

    test('the papers that there are', async () => {
      const { store, page, later } = await setUp();
      const before = await page('/insights/paper');
      await removePaper(store.db, before.papers[0]!.id);
      const after = await later('/insights/paper');
      expect(after.papers).toEqual(before.papers.slice(1));
      expect(after.etag).not.toBe(before.etag);
    });

    test('all portfolios but one that cannot be read; so do the data calls', async () => {
      const { store, app, get, page } = await setUp();
      await tamperWithRecords(store, (tx) =>
        sql`update track_records set digest = 'other' where portfolio_id = 'global-trend'`.execute(tx),
      );
      const error = vi.spyOn(app.log, 'error');
      const { portfolios, missing } = await page();
      expect([portfolios.length, missing]).toEqual([5, 1]);
      expect(portfolios.map(({ id }) => id)).not.toContain('global-trend');
      expect(error).toHaveBeenCalledWith(expect.objectContaining({ id: 'global-trend' }), expect.stringContaining('portfolio'));
      const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
      const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
      const list = await get(`${dataPaths.portfolios('website')}?date=${sampleDates.website}`, { authorization });
      const items = list.json<PortfolioDetail[]>();
      const readable = items.filter((item) => 'net_return_pf' in item);
      expect(readable.map(({ id }) => id)).toEqual(portfolios.flatMap(({ group, id }) => (group === 'website' ? [id] : [])));
      // It is listed without figures, so that a client can say that one is missing.
      expect(items.filter((item) => !readable.includes(item))).toEqual([{ id: 'global-trend' }]);
    });

    testOnStores('a portfolio again that could not be read a minute ago', async () => {
      const { store, clock, page, later } = await setUp();
      const version = (await findVersion(store.db, 'global-trend'))!;
      const { digest } = await store.db
        .selectFrom('track_records')
        .select('digest')
        .where('portfolio_id', '=', version.id)
        .executeTakeFirstOrThrow();
      await tamperWithRecords(store, (tx) =>
        sql`update track_records set digest = 'other' where portfolio_id = 'global-trend'`.execute(tx),
      );
      expect((await page()).portfolios).toHaveLength(5);
      await tamperWithRecords(store, (tx) =>
        sql`update track_records set digest = ${digest} where portfolio_id = 'global-trend'`.execute(tx),
      );
      expect((await later()).portfolios).toHaveLength(5);
      clock.now += 60_000;
      expect((await later()).portfolios).toHaveLength(6);
    });

    test('what they had while the store was there, and nothing where it never was', async () => {
      const { store, context, page, later } = await setUp();
      const before = await page();
      await store.close();
      expect(await later()).toEqual(before);
      const second = await createApp(context);
      onTestFinished(() => second.close());
      const answer = await second.inject({ method: 'GET', url: '/insights' });
      expect([answer.statusCode, propsOf(answer.body)]).toEqual([200, { portfolios: [], dates: sampleDates, missing: 0, papers: [] }]);
    });
  });
});

describe('the insights pages', () => {
  test('ask the store once a second, however many ask for them', async () => {
    const { context, clock } = await setUp();
    const asked = vi.spyOn(context.store.db, 'selectFrom');
    const app = await createApp(context);
    onTestFinished(() => app.close());
    const all = () => Promise.all(Array.from({ length: 20 }, () => app.inject('/insights')));
    const bodies = new Set((await all()).map(({ body }) => body));
    expect(bodies.size).toBe(1);
    const first = asked.mock.calls.length;
    await all();
    expect(asked.mock.calls.length).toBe(first);
    clock.now += 1000;
    await all();
    // One query for portfolios, one for the reporting date and one for papers; nothing is computed again.
    expect(asked.mock.calls.length - first).toBe(3);
  });

  test('come as they were where the store does not answer in time', async () => {
    const { context, clock } = await setUp();
    let hangs = false;
    const never = new Promise<never>(() => undefined);
    const store = {
      ...context.store,
      get db() {
        return hangs ? (hanging(never) as typeof context.store.db) : context.store.db;
      },
    };
    const app = await createApp({ ...context, store, pagePatience: 50 });
    onTestFinished(() => app.close());
    await expect.poll(async () => propsOf((await app.inject('/insights')).body).portfolios).toHaveLength(6);
    const before = await app.inject('/insights');
    hangs = true;
    clock.now += 1000;
    const [first, second] = await Promise.all([app.inject('/insights'), app.inject('/insights')]);
    expect([first.body, second.body]).toEqual([before.body, before.body]);
  });

  test('show what was imported as text, whatever it looks like', async () => {
    const { store, get } = await setUp(false);
    const about = {
      name: '[insights-html]',
      shortName: '"><script>$&',
      subName: '',
      description: '[insights-props]',
      benchmark: '',
      benchmark2: '',
    };
    const days = Int32Array.of(19_000, 19_030);
    const record = { frequency: 'monthly' as const, days, portfolio: Float64Array.of(1, 2), benchmark: undefined, benchmark2: undefined };
    await saveRecord(store.db, { id: 'odd', group: 'website', sample: false, about, record, at: 1 });
    const { body } = await get('/insights');
    expect(body).not.toContain('<script>');
    expect(propsOf(body).portfolios[0]).toMatchObject({ name: about.name, shortName: about.shortName, description: about.description });
  });
});

function hanging(never: Promise<never>): object {
  const query: object = new Proxy(() => query, {
    get: (_, name) => (name === 'execute' ? () => never : query),
    apply: () => query,
  });
  return query;
}
