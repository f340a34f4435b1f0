import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { disclosedLines } from '../../../contract/figures/disclosure.testing.ts';
import { isoOf, weekdayOf } from '../../../contract/figures/days.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import { UsageError } from '../../cli/command.ts';
import { recordedNowhere, testContext } from '../../testing/command.testing.ts';
import { readSettings } from '../../settings/settings.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { createPortfoliosCommand } from './portfolios-command.ts';

const MONTHS = ['date,portfolio,Bonds', '2023-12-29,100,50', '2024-01-31,101,50.5', '2024-02-29,102.5,50.25', '2024-03-28,101.5,51'];

describe('npm run portfolios', () => {
  describe('works', () => {
    testOnStores('imports a file, shows its figures, and gives it back', async () => {
      const { run, file, store } = await setUp();
      const [code, draft] = await run('import', await file(MONTHS));
      expect(code).toBe(0);
      expect(draft).toContain('fund, draft 1 from Fund.csv: 4 monthly values from 2023-12-29 to 2024-03-28. The site shows what it did.');
      expect(draft).toContain('To publish: npm run portfolios -- publish fund 1 --by NAME\n');
      expect((await run('publish', 'fund'))[1]).toContain('fund: version 1 is public.');
      const [, list] = await run('list');
      expect(list).toMatch(/fund +website +fund +2023-12-29 +2024-03-28 +monthly +1/);
      const [, shown] = await run('show', 'fund');
      expect(shown).toMatch(/Total net return +\+1\.50% +\+2\.00%/);
      expect(shown).toMatch(/Volatility +n\/a +n\/a/);
      const [, text] = await run('show', 'fund', '--csv');
      const again = await freshStore();
      const other = commandOn(again);
      await other.run('import', await file(text.split('\n'), 'copy.csv'));
      await other.run('publish', 'fund');
      expect((await other.run('show', 'fund', '--csv'))[1]).toBe(text);
      expect(await store.db.selectFrom('track_records').select('version').execute()).toHaveLength(1);
    });

    test('the same file once more is no new version; a correction is one, and the past stays as it was', async () => {
      const { run, file, clock } = await setUp();
      await run('import', await file(MONTHS), '--name', 'My Fund');
      await run('publish', 'fund');
      clock.now += 3_600_000;
      expect((await run('import', await file(MONTHS)))[1]).toBe('fund: the same as version 1; nothing to publish.');
      await run('import', await file([...MONTHS.slice(0, -1), '2024-03-28,111,51']));
      await run('publish', 'fund', '--restate', 'A deal was missing');
      const total = async (...more: string[]) => JSON.parse((await run('show', 'fund', '--json', ...more))[1]) as PortfolioDetail;
      expect(await total()).toMatchObject({ version: 2, name: 'My Fund', total_return_pf: expect.closeTo(11, 9) });
      expect(await total('--known', '2025-06-01T12:30Z')).toMatchObject({ version: 1, total_return_pf: expect.closeTo(1.5, 9) });
      expect(await total('--date', '2024-02-15')).toMatchObject({ as_of: '2024-01-31', total_return_pf: expect.closeTo(1, 9) });
    });

    testOnStores('a refused file leaves nothing, and says why', async () => {
      const { run, file, store } = await setUp();
      const [code, text] = await run('import', await file([...MONTHS, '2024-03-28,0,1']));
      expect(code).toBe(1);
      expect(text).toContain(
        'is refused; nothing was stored.\n  line 6, column date: 2024-03-28 is on line 5 already: leave one of them out\n  line 6, column portfolio: 0 is not positive',
      );
      expect(await store.db.selectFrom('portfolios').select('id').execute()).toEqual([]);
    });

    test('removes one; publishing it again brings it back', async () => {
      const { run, file } = await setUp();
      await run('import', await file(MONTHS));
      await run('publish', 'fund');
      await run('remove', 'fund');
      await expect(run('show', 'fund')).rejects.toThrow(UsageError);
      await expect(run('remove', 'fund')).rejects.toThrow('There is no portfolio fund');
      expect((await run('versions', 'fund'))[1]).toContain('The portfolio is off the site.');
      await run('import', await file(MONTHS));
      await expect(run('show', 'fund')).rejects.toThrow(UsageError);
      expect((await run('publish', 'fund'))[1]).toContain('fund: version 1 is public.');
      expect((await run('show', 'fund'))[0]).toBe(0);
    });

    test('imports ten years of daily values in less than a second of processor', async () => {
      const { run, file } = await setUp();
      const days = Array.from({ length: 3653 }, (_, t) => 16_436 + t).filter((day) => weekdayOf(day) % 6 !== 0);
      const path = await file([
        'date,portfolio,A,B',
        ...days.map((day, t) => `${isoOf(day)},${100 + Math.sin(t)},${200 + Math.cos(t)},${50 + t / 100}`),
      ]);
      const began = process.threadCpuUsage();
      expect((await run('import', path))[1]).toContain(`${days.length} daily values from 2015-01-01 to 2024-12-31`);
      const { user, system } = process.threadCpuUsage(began);
      expect((user + system) / 1000).toBeLessThan(1000);
    });
  });
});

test.each(
  [
    'import',
    'import /nowhere.csv',
    'append',
    'append /nowhere.csv',
    'show',
    'show x y',
    'remove',
    'drop x',
    'constructor',
    'publish',
    'publish x first',
    'publish x --confirm all',
    'discard x',
    'drafts x 1',
    'versions x',
    'revert x',
    'revert x first',
    'samples',
    'samples add',
    'list --csv',
    'show x --restate y',
    'date x --by y',
    'date propose 2025-03-31',
    'date publish --by y',
    'date publish 1 --by y',
    'date propose --by y',
  ].map((line) => [line.split(' ')]),
)('%j is a wrong use', async (args) => {
  const { run } = await setUp();
  await expect(run(...args)).rejects.toThrow(UsageError);
});

describe('the reporting date', () => {
  const DAYS = [...MONTHS.slice(1), '2024-04-30,103,52', '2024-05-31,104,53'];

  testOnStores('is proposed by one and published by another, and both stand in the record of actions', async () => {
    const store = await freshStore();
    const settings = readSettings({ FOUR_EYES: 'on', SHORT_RECORDS: 'Records of tests are short.' });
    const entries: unknown[] = [];
    const record = async (_tx: unknown, { accountId, action, detail }: { accountId: string; action: string; detail?: unknown }) =>
      void entries.push([accountId, action, detail]);
    const { run } = testContext(createPortfoliosCommand({ ...recordedNowhere, record }), store, { settings });
    const { file } = await setUp();
    await run('import', await file(['date,portfolio,Bonds', ...DAYS]), '--by', 'Ada');
    await run('publish', 'fund', '--by', 'Ben');
    entries.length = 0;
    expect((await run('date')).printed).toContain('The site shows figures up to 30 or 31 December 2024; cards say Q4-2024.');
    const proposed = await run('date', 'propose', '2024-03-31', '--by', 'Ada');
    expect(proposed.printed).toContain('Draft: Q1-2024.');
    expect(proposed.printed).toMatch(/fund +Total net return +\+4\.00% +\+1\.50%/);
    expect(await run('date', 'publish', '--by', 'Ada')).toMatchObject({
      code: 1,
      warned: 'Not published: whoever proposed the date does not publish it (FOUR_EYES)',
    });
    expect((await run('date', 'publish', '--by', 'Ben')).printed).toContain('Q1-2024 is public.');
    expect((await run('date', '--json')).printed).toContain('"label": "Q1-2024"');
    expect((await run('date')).printed).toMatch(/Q1-2024 +31 March 2024 +\S+ +Ada +Ben\n/);
    const { warned, code } = await run('date', 'propose', '2024-07-31', '--by', 'Ada');
    expect([code, warned]).toEqual([1, 'Not proposed: No record reaches this day: publish the records first']);
    await run('date', 'propose', '2024-05-31', '--by', 'Ada');
    expect((await run('date', 'discard', '--by', 'Ada')).printed).toContain('The draft to 31 May 2024 is gone.');
    expect(entries).toEqual([
      ['Ada', 'reporting date proposed', { date: '2024-03-31', draft: 1, by: 'command' }],
      ['Ada', 'reporting date published', { draft: 1, outcome: 'own draft', by: 'command' }],
      ['Ben', 'reporting date published', { date: '2024-03-31', draft: 1, by: 'command' }],
      ['Ada', 'reporting date proposed', { date: '2024-05-31', draft: 3, by: 'command' }],
      ['Ada', 'reporting date discarded', { date: '2024-05-31', draft: 3, by: 'command' }],
    ]);
  });
});

async function setUp() {
  const store = await freshStore();
  const folder = await mkdtemp(join(tmpdir(), 'portfolios-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = async (lines: readonly string[], name = 'Fund.csv') => {
    await writeFile(join(folder, name), [...lines, ...disclosedLines].join('\n'));
    return join(folder, name);
  };
  return { ...commandOn(store), store, file };
}

function commandOn(store: Awaited<ReturnType<typeof freshStore>>) {
  const context = testContext(createPortfoliosCommand(recordedNowhere), store, { by: 'Ada' });
  const run = async (...args: string[]): Promise<[code: number, text: string]> => {
    const { code, printed } = await context.run(...args);
    return [code, printed];
  };
  return { run, clock: context.clock };
}
