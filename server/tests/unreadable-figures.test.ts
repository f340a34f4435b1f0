import { describe, expect, onTestFinished, test } from 'vitest';
import { disclosedLines } from '../../contract/figures/disclosure.testing.ts';
import account from '../../contract/demo-account.json' with { type: 'json' };
import * as figureCalls from '../../contract/calls/desk/figure-calls.ts';
import * as positionCalls from '../../contract/calls/desk/position-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { isoOf } from '../../contract/figures/days.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { dataPaths, type Login } from '../../contract/portfolio.ts';
import { reportPath } from '../../contract/report-files.ts';
import { findSignals, storeSignals, watchServer } from '../alerts/server-signals.ts';
import { loadSamples } from '../insights/sample/samples.ts';
import { isClosedTitle } from '../recruiting/positions/positions.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { readPages } from '../testing/read-pdf.testing.ts';
import { textPostings } from '../testing/app.testing.ts';
import { tamperWithRecords } from '../testing/tampered-records.testing.ts';

const LISTS = { textResponsibility: ['a'], textSkills: ['b'], textPersonal: ['c'], textSoftware: ['d'], textNiceToHave: ['e'] };

async function setUp() {
  const DATA_DIR = temporaryFolder();
  const store = await freshStore();
  const { site, context, signedIn, clock } = await testDesk(store, { DATA_DIR, DISK_RESERVE_MB: '0' });
  const watch = watchServer(
    context.settings,
    () => clock.now,
    () => undefined,
  );
  onTestFinished(() => watch.end());
  const told = async () => {
    const signals = await watch.take();
    await store.begin((tx) => storeSignals(tx, signals, clock.now));
    return (await findSignals(store.db, clock.now)).map(({ kind, subject }) => `${kind}: ${subject}`);
  };
  // A second after the last request, so that no cached answer is used.
  const get = (url: string, headers = {}) => {
    clock.now += 1001;
    return site.inject({ url, headers });
  };
  return { store, signedIn, get, site, told };
}

describe('what cannot be read', () => {
  test.each(['{', '{"title2":1}'])('of a position (%s): it stands as it was built, the others as they were edited', async (bad) => {
    const { store, signedIn, get, told } = await setUp();
    const hr = await signedIn('hr');
    const [built] = textPostings;
    const save = (slug: string, title2: string) =>
      hr.call(positionCalls.savePosition, { ...built!, ...LISTS, id: 1, slug, title2, version: 0 });
    await save('analyst', 'Analyst, edited');
    await save('developer', 'Developer, edited');
    await save('quant', 'Quant');
    await save('trader', 'Trader');
    await hr.call(positionCalls.closePosition, { slug: 'developer', version: 1 });
    for (const slug of ['analyst', 'developer', 'quant'])
      await store.db.updateTable('positions').set({ posting: bad }).where('slug', '=', slug).execute();
    await expect.poll(async () => (await get('/careers')).body).toContain('Trader');
    const page = (await get('/careers')).body;
    expect(page).toContain('Analyst');
    for (const word of ['edited', 'Quant', 'Developer']) expect(page).not.toContain(word);
    const listed = (await hr.call(positionCalls.listPositions, {})).json<CallOutput<typeof positionCalls.listPositions>>();
    expect(listed.positions.map(({ posting, state, version }) => [posting.slug, state, version])).toEqual([
      ['analyst', 'open', 1],
      ['developer', 'closed', 2],
      ['trader', 'open', 1],
    ]);
    expect(await isClosedTitle(store.db, 'Trader')).toBe(false);
    expect(await told()).toEqual(['analyst', 'developer', 'quant'].map((slug) => `row unreadable: position ${slug}`));
    expect((await hr.call(positionCalls.savePosition, { ...built!, ...LISTS, id: 1, title2: 'Mended', version: 1 })).statusCode).toBe(200);
    await expect.poll(async () => (await get('/careers')).body).toContain('Mended');
  });

  test.each([
    ['about', '[]'],
    ['portfolio', new Uint8Array([1, 2, 3])],
  ] as const)('of a portfolio (%s): pages, calls, the report and the desk have the others', async (column, bad) => {
    const { store, signedIn, get, site, told } = await setUp();
    await loadSamples(store, Date.UTC(2026, 0, 1));
    await tamperWithRecords(store, (tx) =>
      tx
        .updateTable('track_records')
        .set({ [column]: bad })
        .where('portfolio_id', '=', 'global-trend')
        .execute(),
    );
    const page = await get('/insights');
    expect([page.statusCode, page.body.includes('global-trend'), page.body.includes('cognitive-dynamic')]).toEqual([200, false, true]);
    const login = await site.inject({ method: 'POST', url: dataPaths.login, payload: account });
    const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
    const list = await get(`${dataPaths.portfolios('website')}?date=${sampleDates.website}`, { authorization });
    expect(list.json<object[]>().map((one) => Object.keys(one).length > 1)).toEqual([true, true, false]);
    const report = await get(reportPath('pro'));
    expect(report.statusCode).toBe(200);
    expect((await readPages(report.rawPayload)).join(' ')).toContain('One more is left out');
    expect(await told()).toEqual(['row unreadable: portfolio global-trend']);
    const ada = await signedIn('figures');
    const figures = (await ada.call(figureCalls.listFiguresCall, {})).json<CallOutput<typeof figureCalls.listFiguresCall>>();
    expect(figures.portfolios).toHaveLength(6);
    expect((await ada.call(figureCalls.readFigures, { id: 'global-trend' })).json()).toMatchObject({ card: null, current: { version: 1 } });
  });

  test('of a public record: what takes its place asks for a reason, is published, and shown', async () => {
    const { store, signedIn, get } = await setUp();
    const ada = await signedIn('figures');
    const upload = async (rows: number) => {
      const days = Array.from({ length: rows }, (_, n) => `${isoOf(19_700 + n)},${100 + n}`);
      const bytes = ['# name: Fund', 'date,portfolio', ...days, ...disclosedLines, ''].join('\n');
      return (await ada.send(figureCalls.draftFigures, { how: 'whole' }, { file: { name: 'fund.csv', bytes } })).json<object>();
    };
    const publish = (draft: number, reason?: string) =>
      ada.call(figureCalls.publishFigures, { id: 'fund', draft: String(draft), ...(reason && { reason }) });
    expect(await upload(40)).toMatchObject({ outcome: 'draft', draft: 1 });
    expect((await publish(1)).statusCode).toBe(200);
    await tamperWithRecords(store, (tx) =>
      tx
        .updateTable('track_records')
        .set({ portfolio: new Uint8Array(4), about: '{' })
        .execute(),
    );
    expect(await upload(50)).toMatchObject({ outcome: 'draft', draft: 2 });
    expect((await ada.call(figureCalls.readFigureDraft, { id: 'fund', draft: '2' })).json()).toMatchObject({ cardBefore: null });
    expect((await publish(2)).json()).toMatchObject({ errors: { reason: expect.any(String) } });
    expect((await publish(2, 'The one before cannot be read')).json()).toEqual({ version: 2 });
    expect((await get('/insights')).body).toContain('Fund');
  });

  test('of a draft: the list has the others, and it can be discarded', async () => {
    const { store, signedIn, told } = await setUp();
    const ada = await signedIn('figures');
    for (const name of ['one', 'two']) {
      const bytes = `# name: ${name}\ndate,portfolio\n2024-01-01,100\n2024-01-02,101\n2024-01-03,102\n${disclosedLines.join('\n')}\n`;
      expect((await ada.send(figureCalls.draftFigures, { how: 'whole' }, { file: { name: `${name}.csv`, bytes } })).json()).toMatchObject({
        outcome: 'draft',
      });
    }
    await store.db.updateTable('record_drafts').set({ about: '{' }).where('portfolio_id', '=', 'one').execute();
    const list = async () => (await ada.call(figureCalls.listFiguresCall, {})).json<CallOutput<typeof figureCalls.listFiguresCall>>();
    expect((await list()).portfolios.map(({ id, name }) => [id, name])).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ]);
    expect(await told()).toEqual(['row unreadable: portfolio one']);
    expect((await ada.call(figureCalls.discardFigures, { id: 'one', draft: '1' })).statusCode).toBe(200);
    expect((await list()).portfolios.map(({ id }) => id)).toEqual(['two']);
  });
});
