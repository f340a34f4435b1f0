import { sql } from 'kysely';
import { expect, test } from 'vitest';
import account from '../../../contract/demo-account.json' with { type: 'json' };
import * as calls from '../../../contract/calls/desk/reporting-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { weekdays } from '../../../contract/figures/figures.testing.ts';
import { dataPaths, type Login, type PortfolioDetail } from '../../../contract/portfolio.ts';
import { reportPath } from '../../../contract/report-files.ts';
import type { StoreOptions } from '../../store/store.ts';
import { freshStore, placeFor, testOnPostgres, testOnStores } from '../../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { readPages } from '../../testing/read-pdf.testing.ts';
import { saveRecord } from '../records/records.ts';

const fileAt = (edition: string) => `/resources/multi-strategy-performance-report-${edition}.pdf`;

testOnStores('a date that one proposes and another publishes stands everywhere, and earlier ones stay as they were', async () => {
  const { person, site, page, save, publish, propose, actions, clock } = await setUp({ FOUR_EYES: 'on' });
  const [ada, ben] = [await person(), await person()];
  await save('fund', '2025-04-30', 1);
  const before = await page();
  expect([before.shown.dates, before.getreport]).toEqual([
    { website: '2024-12-31', cognitive: '2024-12-30' },
    ['Q4-2024', '30 or 31 December 2024', 'multi-strategy-performance-report-Q4-2024.pdf'],
  ]);
  const state = await answer(ada, calls.readReporting, {});
  expect([state.current.label, state.suggested, state.past, state.months]).toEqual([
    'Q4-2024',
    '2025-03-31',
    [{ id: 'fund', name: 'fund', to: '2025-04-30' }],
    4,
  ]);

  const draft = await propose(ada, '2025-03-31');
  expect((await publish(ada, draft)).json()).toMatchObject({ status: 403, detail: 'You proposed this date: somebody else publishes it.' });
  const review = await answer(ben, calls.readReportingDraft, { draft });
  expect([review.label, review.current, review.lagging, review.own]).toEqual(['Q1-2025', 'Q4-2024', 0, false]);
  const [card] = review.cards;
  expect([card?.before?.asOf, card?.after?.asOf, card?.before?.quarter, card?.after?.quarter]).toEqual([
    '2024-12-31',
    '2025-03-31',
    'Q4-2024',
    'Q1-2025',
  ]);
  // Values grow by one a business day from 100: computed by hand.
  expect([card?.before?.figures[0]?.text, card?.after?.figures[0]?.text]).toEqual(['+21.00%', '+85.00%']);
  expect((await page()).shown).toEqual(before.shown);
  expect((await publish(ben, draft)).json()).toEqual({ label: 'Q1-2025' });

  clock.now += 1000;
  const after = await page();
  expect(after.shown.portfolios.map(({ as_of, lags }) => [as_of, lags])).toEqual([['2025-03-31', undefined]]);
  expect([after.shown.dates.website, after.getreport]).toEqual([
    '2025-03-31',
    ['Q1-2025', '31 March 2025', 'multi-strategy-performance-report-Q1-2025.pdf'],
  ]);
  const api = (await site.inject(dataPaths.reportingDate)).json<{ earlier: { date: string; report: string }[] }>();
  expect(api).toMatchObject({ label: 'Q1-2025', date: '2025-03-31', report: fileAt('Q1-2025'), published: expect.any(String) });
  expect(api.earlier).toMatchObject([{ date: '2024-12-31', report: fileAt('Q4-2024'), published: null }]);
  const report = await site.inject(reportPath('pro'));
  expect(report.headers['content-disposition']).toContain('multi-strategy-performance-report-Q1-2025.pdf');
  const [cover = '', , first = ''] = await readPages(report.rawPayload);
  expect(cover).toContain('Q1-2025');
  expect(cover).toContain('To 31 March 2025');
  expect(first).toContain('+85.00%');
  expect((await site.inject(fileAt('Q1-2025'))).rawPayload.equals(report.rawPayload)).toBe(true);

  // A correction after the publication changes the present edition, and not the one that was published before.
  clock.now += 1000;
  await save('fund', '2025-04-30', 2);
  const [, , earlier = ''] = await readPages((await site.inject(fileAt('Q4-2024'))).rawPayload);
  expect(earlier).toContain('+21.00%');
  const [, , corrected = ''] = await readPages((await site.inject(reportPath('pro'))).rawPayload);
  expect(corrected).toContain('+170.00%');
  const known = new Date(clock.now - 1).toISOString();
  const [, , then = ''] = await readPages((await site.inject(`${reportPath('pro')}?known=${known}`)).rawPayload);
  expect(then).toContain('+85.00%');
  expect((await site.inject(`${reportPath('pro')}?known=then`)).statusCode).toBe(400);
  for (const other of ['Q2-2025', '2025-Q1', '2025-03-31']) expect((await site.inject(fileAt(other))).statusCode).toBe(404);

  expect(await actions()).toEqual([
    [ada.accountId, 'reporting date proposed', { date: '2025-03-31', draft: 1 }],
    [ada.accountId, 'reporting date published', { draft: 1, outcome: 'own draft' }],
    [ben.accountId, 'reporting date published', { date: '2025-03-31', draft: 1 }],
  ]);
});

testOnPostgres('another server on the same store shows it a second later', async () => {
  const place = await placeFor({ filled: true });
  const [one, other] = [await setUp({}, place), await setUp({}, place)];
  const ada = await one.person();
  await one.save('fund', '2025-04-30', 1);
  expect((await other.page()).getreport[0]).toBe('Q4-2024');
  expect((await one.publish(ada, await one.propose(ada, '2025-03-31'))).statusCode).toBe(200);
  other.clock.now += 1000;
  const { shown, getreport } = await other.page();
  expect([getreport[0], shown.dates.website, shown.portfolios[0]?.as_of]).toEqual(['Q1-2025', '2025-03-31', '2025-03-31']);
  expect((await other.site.inject(reportPath('pro'))).headers['content-disposition']).toContain('Q1-2025.pdf');
  expect((await other.site.inject(dataPaths.reportingDate)).json()).toMatchObject({ label: 'Q1-2025' });
});

testOnPostgres(
  'an earlier edition keeps the risk-free rates that it was published with; the present one has those of the present',
  async () => {
    const place = await placeFor({ filled: true });
    const before = await setUp({ RISK_FREE_RATE: '1.25' }, place);
    const ada = await before.person();
    await before.save('fund', '2025-07-31', 1);
    for (const day of ['2025-03-31', '2025-06-30']) await before.publish(ada, await before.propose(ada, day));
    const after = await setUp({ RISK_FREE_RATE: '3.5' }, place);
    const ratesIn = async (url: string) => {
      const text = (await readPages((await after.site.inject(url)).rawPayload)).join(' ');
      return ['1.25% a year', '3.50% a year'].filter((rate) => text.includes(`The risk-free rate is ${rate}`));
    };
    expect(await ratesIn(fileAt('Q1-2025'))).toEqual(['1.25% a year']);
    expect(await ratesIn(fileAt('Q2-2025'))).toEqual(['3.50% a year']);
    expect(await ratesIn(fileAt('Q4-2024'))).toEqual(['3.50% a year']);
  },
);

testOnStores('the store lets no row of it be changed or removed', async () => {
  const { store, person, propose } = await setUp();
  await propose(await person(), '2025-03-31', '2025-04-30');
  for (const statement of [sql`update reporting_dates set day = '2025-01-01'`, sql`delete from reporting_dates`])
    await expect(statement.execute(store.db)).rejects.toThrow('reporting_dates is only added to');
});

test('a portfolio whose record ends earlier lags: it is confirmed, and says its own last day', async () => {
  const { person, page, save, publish, propose, site, token } = await setUp();
  const ada = await person();
  await save('fund', '2025-04-30', 1);
  await save('late', '2024-11-29', 1);
  expect(await answer(ada, calls.readReporting, {})).toMatchObject({ suggested: '2025-03-31' });
  const draft = await propose(ada, '2025-03-31');
  const review = await answer(ada, calls.readReportingDraft, { draft });
  expect([review.lagging, review.cards.map(({ id, lags, after }) => [id, lags, after?.quarter])]).toEqual([
    1,
    [
      ['fund', false, 'Q1-2025'],
      ['late', true, 'to 29 Nov 2024'],
    ],
  ]);
  expect((await publish(ada, draft)).json()).toMatchObject({ errors: { confirm: 'Look at the 1 that end earlier, and confirm them' } });
  expect((await publish(ada, draft, { confirm: 1 })).statusCode).toBe(200);
  const late = (await page()).shown.portfolios.find(({ id }) => id === 'late');
  expect([late?.as_of, late?.lags]).toEqual(['2024-11-29', true]);
  const headers = { authorization: await token() };
  const asked = (query: string) => site.inject({ url: `${dataPaths.portfolio('website', 'late')}${query}`, headers });
  // The page has the two decimals that it shows.
  const shown = JSON.stringify((await asked('?date=2025-03-31')).json<PortfolioDetail>(), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(2)) : value,
  );
  expect({ ...JSON.parse(shown), group: 'website' }).toEqual(late);
  expect((await asked('?date=2024-11-29')).json()).not.toHaveProperty('lags');
  expect((await asked('')).json()).not.toHaveProperty('lags');
  const [, , ...portfolios] = await readPages((await site.inject(reportPath('pro'))).rawPayload);
  const ends = portfolios.filter((text) => text.includes('Its record ends'));
  expect([ends.length, ends[0]]).toEqual([1, expect.stringContaining('29 November 2024')]);
});

test('what was published since somebody looked is looked at again, and a later draft takes the place of an earlier one', async () => {
  const { person, save, publish, propose } = await setUp();
  const ada = await person();
  await save('fund', '2025-04-30', 1);
  const [first, draft] = [await propose(ada, '2025-02-28'), await propose(ada, '2025-03-31')];
  expect((await ada.call(calls.readReportingDraft, { draft: first })).statusCode).toBe(404);
  const { seen } = await answer(ada, calls.readReportingDraft, { draft });
  await save('fund', '2025-04-30', 3);
  expect((await publish(ada, draft, { seen })).statusCode).toBe(409);
  expect((await publish(ada, draft)).statusCode).toBe(200);
  expect((await publish(ada, draft, { seen })).statusCode).toBe(404);
  const other = await propose(ada, '2024-12-31');
  await answer(ada, calls.discardReportingCall, { draft: other });
  expect(await answer(ada, calls.readReporting, {})).toMatchObject({ current: { label: 'Q1-2025' }, draft: null });
});

test('a portfolio of under twelve months by the date has no card there, unless such records may be public', async () => {
  for (const [reason, expected] of [
    ['', [null, 'Q4-2025']],
    ['A lawyer allowed it.', ['Q1-2025', 'Q4-2025']],
  ] as const) {
    const { person, save, propose } = await setUp({ SHORT_RECORDS: reason });
    const ada = await person();
    await save('fund', '2025-12-31', 1);
    const quarters = [];
    for (const day of ['2025-03-31', '2025-12-31']) {
      const { cards } = await answer(ada, calls.readReportingDraft, { draft: await propose(ada, day) });
      quarters.push(cards[0]?.after?.quarter ?? null);
    }
    expect(quarters).toEqual(expected);
  }
});

test.each([
  ['2027-03-31', 'This day is yet to come'],
  ['2025-06-30', 'No record reaches this day: publish the records first'],
  ['2025-03-31', 'The site shows the figures of this day already'],
  ['31/03/2025', 'Enter a day'],
])('%s cannot be proposed: %s', async (date, why) => {
  const { person, save, publish, propose } = await setUp();
  const ada = await person();
  await save('fund', '2025-04-30', 1);
  await publish(ada, await propose(ada, '2025-03-31'));
  const refused = await ada.call(calls.draftReportingCall, { date });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain(why);
});

async function setUp(env: Record<string, string> = {}, place: Partial<StoreOptions> = {}) {
  const store = await freshStore(place);
  const { site, clock, signedIn } = await testDesk(store, env);
  const person = () => signedIn('figures');

  /** A record that grows by a step each business day, from 100. */
  const save = (id: string, last: string, step: number) => {
    const days = Int32Array.from(weekdays(id === 'late' ? '2024-10-01' : '2024-12-02', last));
    const about = { name: id, shortName: id, subName: '', description: '', benchmark: '', benchmark2: '' };
    const portfolio = Float64Array.from(days, (_, t) => 100 + t * step);
    const record = { frequency: 'daily' as const, days, portfolio, benchmark: undefined, benchmark2: undefined };
    return saveRecord(store.db, { id, group: 'website', sample: false, about, record, at: clock.now });
  };
  const propose = async (who: SignedIn, ...days: string[]) => {
    if ((await store.db.selectFrom('portfolios').select('id').execute()).length === 0) await save('fund', days.at(-1)!, 1);
    return String((await answer(who, calls.draftReportingCall, { date: days[0]! })).draft);
  };
  const publish = async (who: SignedIn, draft: string, more: { confirm?: number; seen?: string } = {}) => {
    const looked = (await who.call(calls.readReportingDraft, { draft })).json<Partial<CallOutput<typeof calls.readReportingDraft>>>();
    return who.call(calls.publishReportingCall, { draft, seen: looked.seen ?? '', ...more });
  };
  const page = async () => {
    const [, text = ''] = /<pre>(.*?)<\/pre>/.exec((await site.inject('/insights')).body) ?? [];
    const shown = JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))) as {
      dates: { website: string; cognitive: string };
      portfolios: PortfolioDetail[];
    };
    const getreport = [...(await site.inject('/getreport')).body.matchAll(/<i>(.*?)<\/i>/g)].map(([, words]) => words);
    return { shown, getreport };
  };
  const token = async () => {
    const login = await site.inject({ method: 'POST', url: dataPaths.login, payload: account });
    return `Bearer ${login.json<Login>().msg.TOKEN}`;
  };
  const actions = async () =>
    (await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute()).map(({ account_id: who, action, detail }) => [
      who,
      action,
      JSON.parse(detail) as unknown,
    ]);
  return { store, site, clock, person, save, propose, publish, page, token, actions };
}
