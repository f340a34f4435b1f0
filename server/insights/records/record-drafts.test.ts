import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { disclosedLines } from '../../../contract/figures/disclosure.testing.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { record, weekdays } from '../../../contract/figures/figures.testing.ts';
import { dataPaths, type Login } from '../../../contract/portfolio.ts';
import account from '../../../contract/demo-account.json' with { type: 'json' };
import { testApp } from '../../testing/app.testing.ts';
import { recordedNowhere, testContext } from '../../testing/command.testing.ts';
import { migrate } from '../../store/migrations/migrate.ts';
import { migrations } from '../../store/migrations/migration-list.ts';
import { openStore } from '../../store/store.ts';
import { freshStore, placeFor, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { publishDraft } from './publish.ts';
import { createPortfoliosCommand } from '../commands/portfolios-command.ts';
import { columnsOf, listPortfolios, readStoredRecord } from './records.ts';
import { loadSamples } from '../sample/samples.ts';
import { tamperWithRecords } from '../../testing/tampered-records.testing.ts';

const days = weekdays('2024-01-08', '2024-03-29').filter((day) => isoOf(day) !== '2024-01-15');
const ROWS = days.map((day, t) => `${isoOf(day)},${(100 + t / 10 + Math.sin(t)).toFixed(4)},${(50 + t / 20 + Math.cos(t)).toFixed(4)}`);
const CUT = 40;

describe('drafts of records', () => {
  describe('work', () => {
    test('a first import is a draft that no call answers, until it is published', async () => {
      const { run, file, get } = await setUp();
      await run('import', await file(ROWS));
      expect((await get('portfolios/')).json()).toEqual([]);
      for (const query of ['', '?date=2024-03-29', '?known=2025-12-31', '?version=1', '?draft=1'])
        expect((await get(`portfolio/fund${query}`)).statusCode).toBe(404);
      expect((await run('publish', 'fund')).code).toBe(0);
      expect((await get('portfolio/fund')).json()).toMatchObject({ version: 1, as_of: '2024-03-29' });
    });

    test('a file with only the new days says what would be lost, and changes nothing on the site', async () => {
      const { run, file, get, published } = await setUp();
      await published(ROWS.slice(0, CUT));
      const before = await get('portfolio/fund');
      const { code, printed } = await run('import', await file(ROWS.slice(CUT)));
      expect(code).toBe(0);
      expect(printed).toContain(`lost      ${CUT} days, ${ROWS[0]!.slice(0, 10)} to ${ROWS[CUT - 1]!.slice(0, 10)}`);
      expect(printed).toContain(`added     ${ROWS.length - CUT} days, `);
      expect(printed).toContain('To keep the days before: npm run portfolios -- append FILE --id fund --by NAME\n');
      expect(printed).toContain('publish fund 2 --by NAME --restate "REASON"');
      const refused = await run('publish', 'fund');
      expect([refused.code, refused.warned]).toEqual([
        1,
        'Not published: it changes figures that were public: say why by --restate "REASON"',
      ]);
      const after = await get('portfolio/fund', { 'if-none-match': String(before.headers.etag) });
      expect(after.statusCode).toBe(304);
    });

    testOnStores('append keeps what was there, and publishes at once where nothing is lost', async () => {
      const { run, file, get, published } = await setUp();
      await published(ROWS.slice(0, CUT));
      const { code, printed } = await run('append', await file(ROWS.slice(CUT - 3)), '--publish');
      expect([code, printed.split('\n').at(-1)]).toEqual([0, 'fund: version 2 is public. Visitors see it within two seconds.']);
      expect(printed).toContain(`added     ${ROWS.length - CUT} days`);
      const shown = (await run('show', 'fund', '--csv')).printed.split('\n');
      expect(shown.slice(-ROWS.length).map(numbers)).toEqual(ROWS.map(numbers));
      expect((await get('portfolio/fund')).json()).toMatchObject({ version: 2, as_of: '2024-03-29' });
    });

    test('a value a hundred times too large is confirmed by number, or not published', async () => {
      const { run, file, published } = await setUp();
      await published(ROWS.slice(0, CUT));
      const wrong = [...ROWS.slice(0, CUT), `${ROWS[CUT]!.slice(0, 10)},10200,52`];
      const { code, printed, warned } = await run('import', await file(wrong), '--publish');
      expect([code, warned]).toEqual([1, 'Not published: it has outliers']);
      expect(printed).toContain('1 outlier\n  portfolio, ');
      expect(JSON.parse((await run('drafts', 'fund', '--json')).printed)).toMatchObject({
        draft: 2,
        base: 1,
        added: { count: 1 },
        needs: { reason: false, confirm: 1 },
      });
      expect(printed).toContain('about 100 times the value before');
      expect((await run('publish', 'fund')).warned).toContain('say so by --confirm 1');
      expect((await run('publish', 'fund', '--confirm', '2')).code).toBe(1);
      expect((await run('publish', 'fund', '--confirm', '1')).code).toBe(0);
      expect((await run('versions', 'fund')).printed).toContain('+1 −0 ~0, 1 confirmed');
    });

    testOnStores('a restatement needs its reason, which the history shows; --publish does not do without a look', async () => {
      const { run, file, published } = await setUp();
      await published(ROWS);
      const corrected = ROWS.with(20, `${ROWS[20]!.slice(0, 10)},101,51`);
      const { code, printed } = await run('import', await file(corrected), '--restate', 'A fee was booked twice', '--publish');
      expect(code).toBe(1);
      expect(printed).toContain(`restated  1 day, ${ROWS[20]!.slice(0, 10)} (portfolio: 1, Bonds: 1)`);
      expect(printed).toMatch(new RegExp(`${ROWS[20]!.slice(0, 10)} +portfolio +${ROWS[20]!.split(',')[1]} +101\\n`));
      expect(printed).toMatch(/Maximum drawdown +portfolio +−\d\.\d\d% +−\d\.\d\d%/);
      expect((await run('drafts')).printed).toMatch(/fund +2 +1 +2024-01-08 to 2024-03-29 +fund\.csv/);
      expect((await run('drafts', 'fund')).printed).toContain('Reason: A fee was booked twice');
      expect((await run('publish', 'fund')).code).toBe(0);
      const [latest, first] = JSON.parse((await run('versions', 'fund', '--json')).printed) as unknown[];
      expect(latest).toMatchObject({
        version: 2,
        source: 'fund.csv',
        reason: 'A fee was booked twice',
        changes: { added: 0, lost: 0, restated: 1, confirmed: 0 },
      });
      expect(first).toMatchObject({ version: 1, reason: null, changes: { added: ROWS.length } });
    });

    test('revert makes a new version of an old one, with a reason where it loses days', async () => {
      const { run, file, get, published } = await setUp();
      await published(ROWS.slice(0, CUT));
      const first = (await get('portfolio/fund')).json<Record<string, unknown>>();
      await run('append', await file(ROWS.slice(CUT)), '--publish');
      const refused = await run('revert', 'fund', '1');
      expect([refused.code, refused.warned]).toEqual([1, expect.stringContaining('--restate')]);
      expect(refused.printed).toContain(`lost      ${ROWS.length - CUT} days`);
      expect((await run('revert', 'fund', '1', '--restate', 'March was not audited')).code).toBe(0);
      expect((await get('portfolio/fund')).json()).toEqual({ ...first, version: 3 });
      expect((await run('revert', 'fund', '2')).code).toBe(0);
      expect((await run('versions', 'fund')).printed.split('\n').map((line) => line.slice(0, 1))).toEqual(['V', '4', '3', '2', '1']);
      expect((await run('revert', 'fund', '9', '--restate', 'x')).warned).toContain('fund has no version 9: it has 4, 3, 2, 1');
    });

    test('of two operators the second is refused, in words, however close they come', async () => {
      const { run, file, published, store } = await setUp();
      await published(ROWS.slice(0, CUT));
      await run('append', await file(ROWS.slice(CUT, CUT + 5)));
      await run('append', await file(ROWS.slice(CUT, CUT + 9)));
      expect((await run('publish', 'fund')).warned).toContain('fund has the drafts 2, 3: say which one');
      const consent = { reason: undefined, confirmed: undefined };
      const outcomes = await Promise.all(
        [2, 3].map((number) => publishDraft(store, { id: 'fund', number, shortRecords: 'Allowed.', at: 5 }, consent)),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const refused = outcomes.find((one) => !one.ok)!;
      expect(refused).toMatchObject({ why: expect.stringMatching(/was made from version 1, and fund is at version 2 since/) });
      const open = (await run('drafts', '--json')).printed;
      expect(JSON.parse(open)).toMatchObject([{ base: 1, outdated: true }]);
      await run('discard', 'fund');
      expect((await run('drafts')).printed).toBe('There is no draft.');
      expect((await run('publish', 'fund', '3')).warned).toBe('Not published: fund has no draft');
    });

    test('two first drafts of one portfolio make one first version', async () => {
      const { run, file, store } = await setUp();
      await run('import', await file(ROWS));
      await run('import', await file(ROWS.slice(3)));
      const consent = { reason: undefined, confirmed: undefined };
      const outcomes = await Promise.all(
        [1, 2].map((number) => publishDraft(store, { id: 'fund', number, shortRecords: 'Allowed.', at: 5 }, consent)),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.db.selectFrom('track_records').select('version').execute()).toHaveLength(1);
    });

    testOnStores('the same file again is the same draft; a discarded number is not given again, and its values are gone', async () => {
      const { run, file, store } = await setUp();
      const path = await file(ROWS);
      expect((await run('import', path)).printed).toContain('fund, draft 1 ');
      expect((await run('import', path)).printed).toContain('fund, draft 1 ');
      await run('discard', 'fund');
      expect(await store.db.selectFrom('record_drafts').select(['portfolio']).execute()).toMatchObject([{ portfolio: { length: 0 } }]);
      expect((await run('import', path)).printed).toContain('fund, draft 2 ');
    });

    test('another group or other words are told, and need no reason', async () => {
      const { run, file, get, published } = await setUp();
      await published(ROWS);
      const { printed } = await run('import', await file(ROWS), '--group', 'cognitive', '--name', 'Balanced');
      expect(printed).toContain("The group was 'website' and becomes 'cognitive'.\nThe name was 'fund' and becomes 'Balanced'.");
      expect((await get('portfolio/fund')).json()).toMatchObject({ name: 'fund' });
      await run('publish', 'fund');
      expect((await get('portfolio/fund')).statusCode).toBe(404);
      expect((await get('cognitive/portfolio/fund')).json()).toMatchObject({ name: 'Balanced' });
    });

    test('a refused file tells a program its faults', async () => {
      const { run, file } = await setUp();
      const { code, printed } = await run('import', await file([...ROWS, ROWS[0]!]), '--json');
      expect(code).toBe(1);
      expect(JSON.parse(printed)).toEqual({
        refused: [`line ${ROWS.length + 2}, column date: 2024-01-08 is on line 2 already: leave one of them out`],
      });
    });

    test('one that was taken off the site meanwhile does not come back by an older draft', async () => {
      const { run, file, published, clock } = await setUp();
      await published(ROWS.slice(0, CUT));
      await run('append', await file(ROWS.slice(CUT)));
      clock.now += 60_000;
      await run('remove', 'fund');
      expect((await run('publish', 'fund')).warned).toContain('fund was taken off the site after draft 2 was made');
    });

    testOnStores('versions from before drafts go on, and a record of one’s own in place of a sample restates nothing', async () => {
      const { run, file, store, get } = await setUp();
      await loadSamples(store, 1);
      // The row as an earlier version stored it.
      await tamperWithRecords(store, (tx) =>
        tx.updateTable('track_records').set({ sample: null, source: null, reason: null, changes: null }).execute(),
      );
      expect((await run('versions', 'global-trend')).printed).toMatch(/1 +1970-.* sample/);
      const sample = (await get('portfolio/global-trend?date=2024-03-28')).json<object>();
      const { printed } = await run('import', await file(ROWS), '--id', 'global-trend');
      expect(printed).toContain('There is no version to compare it with.');
      await run('publish', 'global-trend');
      expect((await get('portfolio/global-trend')).json()).toMatchObject({ version: 2, sample: false });
      expect((await get('portfolio/global-trend?date=2024-03-28&known=2020-01-01')).json()).toEqual(sample);
      await run('revert', 'global-trend', '1', '--restate', 'a trial');
      expect((await get('portfolio/global-trend?date=2024-03-28')).json()).toEqual({ ...sample, version: 3 });
    });

    testOnStores('a store of the version before drafts is taken over with its versions as they were', async () => {
      const place = await placeFor();
      const store = await openStore(place);
      onTestFinished(() => store.close());
      const former = migrations.findIndex(({ name }) => name === '0060-record-drafts');
      await migrate(store.db, store.dialect, migrations.slice(0, former));
      const about = { name: 'Fund', shortName: 'F', subName: '', description: '', benchmark: '', benchmark2: '' };
      const values = {
        ...record(
          'daily',
          days,
          Float64Array.from(days, (_, t) => 100 + t),
        ),
      };
      await sql`insert into portfolios (id, "group", sample, created_at) values ('fund', 'website', 1, 1)`.execute(store.db);
      const row = { portfolio_id: 'fund', version: 1, recorded_at: 1, ...columnsOf(about, values) };
      await store.db.insertInto('track_records').values(row).execute();
      await store.migrate();
      const [version] = await listPortfolios(store.db);
      expect(version).toMatchObject({ id: 'fund', version: 1, sample: true, about, origin: undefined });
      expect(await readStoredRecord(store.db, version!)).toEqual(values);
      expect(await loadSamples(store, 2)).toBe(0);
    });

    test('samples go by one command, papers included, after a look; no start brings them back', async () => {
      const { run, store, get, file } = await setUp();
      await loadSamples(store, 1);
      await run('import', await file(ROWS));
      await run('publish', 'fund');
      const listed = await run('samples', 'remove');
      expect(listed.printed).toMatch(/portfolio global-trend: [^]*paper market-graph: [^]*Nothing was removed/);
      expect((await get('portfolios/')).json<unknown[]>().length).toBeGreaterThan(1);
      expect((await run('samples', 'remove', '--yes')).printed).toContain('no start brings it back');
      expect(await loadSamples(store, 2)).toBe(0);
      expect((await get('portfolios/')).json()).toEqual([{ id: 'fund' }]);
      expect((await get('papers/')).json()).toEqual([]);
      expect((await run('samples', 'remove', '--yes')).printed).toBe('There is no sample portfolio and no sample paper.');
    });
  });
});

function numbers(row: string): (string | number)[] {
  const [day, ...cells] = row.split(',');
  return [day!, ...cells.map(Number)];
}

async function setUp() {
  const store = await freshStore();
  const { app } = await testApp(store);
  const folder = temporaryFolder();
  const file = async (rows: readonly string[], name = 'fund.csv') => {
    await writeFile(join(folder, name), ['date,portfolio,Bonds', ...rows, ...disclosedLines].join('\n'));
    return join(folder, name);
  };
  const { run, clock } = testContext(createPortfoliosCommand(recordedNowhere), store, { by: 'Ada' });
  const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
  const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/builder/${path.startsWith('papers') ? 'v1/' : ''}website/${path}`, headers: { authorization, ...headers } });
  const published = async (rows: readonly string[]) => {
    await run('import', await file(rows));
    const { code, warned } = await run('publish', 'fund');
    if (code !== 0) throw new Error(warned);
  };
  return { store, clock, file, run, get, published };
}
