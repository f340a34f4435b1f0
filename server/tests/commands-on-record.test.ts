import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disclosedLines } from '../../contract/figures/disclosure.testing.ts';
import { createPapersCommand } from '../insights/commands/papers-command.ts';
import { createPortfoliosCommand } from '../insights/commands/portfolios-command.ts';
import { readSettings } from '../settings/settings.ts';
import { insertAccount } from '../staff/accounts.ts';
import { commandActions } from '../staff/command-actions.ts';
import { jsonObject } from '../store/json-column.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';

async function setUp() {
  const store = await freshStore();
  const account = (name: string) =>
    insertAccount(store.db, { name, address: `${name}@staff.example`, roles: ['figures'], state: 'active', now: 1 });
  const [ada, ben] = [await account('ada'), await account('ben')];
  const settings = readSettings({ FOUR_EYES: 'on', SHORT_RECORDS: 'Records of tests are short.' });
  const portfolios = testContext(createPortfoliosCommand(commandActions), store, { settings });
  const papers = testContext(createPapersCommand(commandActions), store, { settings });
  const folder = temporaryFolder();
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const record = (rows: readonly string[]) => file('fund.csv', ['date,portfolio', '2024-01-31,100', ...rows, ...disclosedLines].join('\n'));
  let seen = 0;
  const actions = async () => {
    const all = await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
    return all.slice(seen, (seen = all.length)).map((one) => [one.account_id, one.action, one.subject_id, jsonObject(one.detail)]);
  };
  return { store, ada, ben, portfolios: portfolios.run, papers: papers.run, record, file, actions };
}

const by = 'command';

testOnStores('what commands publish, take back and take off carries a name, and with four eyes two', async () => {
  const { store, ada, ben, portfolios, record, actions } = await setUp();
  const months = await record(['2024-02-29,101', '2024-03-29,102']);
  await portfolios('import', months, '--by', 'ada@staff.example');
  expect(await portfolios('publish', 'fund', '--by', 'Ada')).toMatchObject({
    code: 1,
    warned: 'Not published: whoever uploaded draft 1 does not publish it (FOUR_EYES)',
  });
  expect((await portfolios('publish', 'fund', '--by', 'Ben')).code).toBe(0);
  expect(await actions()).toEqual([
    [ada, 'track record uploaded', 'fund', { draft: 1, by }],
    [ada, 'track record published', 'fund', { outcome: 'own draft', by }],
    [ben, 'track record published', 'fund', { version: 1, by }],
  ]);

  const longer = await record(['2024-02-29,101', '2024-03-29,102', '2024-04-30,103']);
  expect((await portfolios('import', longer, '--publish', '--by', 'Ada')).warned).toBe(
    'Not published: somebody else publishes it (FOUR_EYES)',
  );
  await portfolios('publish', 'fund', '--by', 'Eve');
  await expect(portfolios('revert', 'fund', '1', '--by', 'Ada')).rejects.toThrow('--restate REASON says why');
  expect((await portfolios('revert', 'fund', '1', '--restate', 'Too early', '--by', 'Ada')).printed).toContain('draft 3 has it');
  expect((await portfolios('publish', 'fund', '--by', 'Ada')).code).toBe(1);
  await portfolios('discard', 'fund', '--by', 'Ben');
  expect((await actions()).map(([who, action, , detail]) => [who, action, detail])).toEqual([
    [ada, 'track record uploaded', { draft: 2, by }],
    ['command:Eve', 'track record published', { version: 2, by }],
    [ada, 'track record reverted', { equals: 1, reason: 'Too early', draft: 3, outcome: 'asked', by }],
    [ada, 'track record published', { outcome: 'own draft', by }],
    [ben, 'track record discarded', { draft: 3, by }],
  ]);

  await expect(portfolios('remove', 'fund', '--by', 'Eve')).rejects.toThrow('--reason says why');
  expect((await portfolios('remove', 'fund', '--by', 'Eve', '--keep')).warned).toBe('Not done: nobody asks that fund be taken off');
  for (const times of ['once', 'again'])
    expect((await portfolios('remove', 'fund', '--by', 'Eve', '--reason', times)).printed).toContain('Asked for: fund is on the site');
  expect((await portfolios('remove', 'fund', '--by', 'Ben', '--keep')).printed).toBe('fund stays on the site.');
  await portfolios('remove', 'fund', '--by', 'Eve', '--reason', 'Closed');
  expect((await portfolios('remove', 'fund', '--by', 'Ben')).printed).toContain('Off the site: fund.');
  expect((await actions()).at(-1)).toEqual([ben, 'portfolio taken off the site', 'fund', { version: 2, reason: 'Closed', by }]);
  const told = await store.db.selectFrom('jobs').select('payload').where('name', '=', 'desk.told-action').execute();
  expect(told.map(({ payload }) => jsonObject(payload))).toContainEqual(
    expect.objectContaining({ account: ben, actor: 'command:Eve', detail: { version: 2, outcome: 'asked', reason: 'Closed', by } }),
  );
});

test('papers that commands add and remove are published and withdrawn by two, too', async () => {
  const { store, ada, ben, papers, file, actions } = await setUp();
  const add = ['add', await file('Outlook.pdf', '%PDF-1.7\n1 0 obj\n%%EOF\n'), '--descr', 'Rates.', '--by', 'Ada'];
  expect((await papers(...add)).printed).toContain('outlook: a draft. Somebody else publishes it');
  const shown = async () => (await store.db.selectFrom('papers').select('id').execute()).length;
  expect([await papers('publish', 'outlook', '--by', 'Ada'), await shown()]).toMatchObject([{ code: 1 }, 0]);
  expect([await papers('publish', 'outlook', '--by', 'Ben'), await shown()]).toMatchObject([{ code: 0 }, 1]);
  expect((await papers('publish', 'outlook', '--by', 'Ben')).warned).toBe('Not published: there is no draft of it');
  expect([await papers('remove', 'outlook', '--by', 'Ben', '--reason', 'Old'), await shown()]).toMatchObject([{ code: 0 }, 1]);
  expect([await papers('remove', 'outlook', '--by', 'Ada'), await shown()]).toMatchObject([{ code: 0 }, 0]);
  expect(await actions()).toEqual([
    [ada, 'paper uploaded', 'outlook', { by }],
    [ada, 'paper published', 'outlook', { outcome: 'own draft', by }],
    [ben, 'paper published', 'outlook', { by }],
    [ben, 'paper withdrawn', 'outlook', { outcome: 'asked', reason: 'Old', by }],
    [ada, 'paper withdrawn', 'outlook', { reason: 'Old', by }],
  ]);
});

test.each([
  ['portfolios', ['import', 'FILE']],
  ['portfolios', ['append', 'FILE', '--publish']],
  ['portfolios', ['publish', 'fund']],
  ['portfolios', ['discard', 'fund']],
  ['portfolios', ['revert', 'fund', '1']],
  ['portfolios', ['remove', 'fund']],
  ['portfolios', ['date', 'propose', '2024-03-31']],
  ['papers', ['add', 'FILE', '--descr', 'x']],
  ['papers', ['publish', 'outlook']],
  ['papers', ['remove', 'outlook']],
  ['papers', ['remove', '--sample']],
] as const)('%s %j is refused without a name', async (command, args) => {
  const { record, actions, ...run } = await setUp();
  const path = await record(['2024-02-29,101']);
  await expect(run[command](...args.map((arg) => (arg === 'FILE' ? path : arg)))).rejects.toThrow('--by NAME says who does it');
  expect(await actions()).toEqual([]);
});
