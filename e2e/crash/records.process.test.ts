import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { disclosedLines } from '../../contract/figures/disclosure.testing.ts';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { dataPaths, type Login, type PortfolioDetail } from '../../contract/portfolio.ts';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { makeServerData } from './server-data.ts';
import { until } from './wait-until.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

let server: RunningServer;
afterEach(() => discard(server));

inTurn(
  test,
  0,
  2,
)('what a fund publishes by the command line is what a running server answers, and a draft is not', async () => {
  server = await startServer({ env: { SAMPLES: 'off' } });
  const portfolios = (...args: string[]) =>
    commandLine(server, ['portfolios', ...args, ...(args[0] === 'versions' ? [] : ['--by', 'Ada'])]);
  const get = await loggedIn();
  expect(await get('')).toEqual([]);
  expect(await (await fetch(server.url + dataPaths.papers)).json()).toEqual([]);

  await portfolios('import', await file(['2024-09-30;1.000,50;200', '2024-10-31;1.010,50;201', '2024-11-29;1.005,00;203']));
  expect(await get('')).toEqual([]);
  expect(await page()).not.toContain('Fondo');
  await portfolios('publish', 'fondo');
  await until('the page with the portfolio', async () => (await page()).includes('Fondo') || undefined);
  expect(await get('?date=2024-12-31')).toMatchObject([{ id: 'fondo', version: 1, as_of: '2024-11-29' }]);

  const onlyNew = await file(['2024-12-31;1.020,00;204', '2025-01-31;1.030,00;205']);
  expect(await portfolios('import', onlyNew)).toContain('lost      3 days, 2024-09-30 to 2024-11-29');
  await expect(portfolios('publish', 'fondo')).rejects.toThrow('Not published: it changes figures that were public');
  expect(await get('?date=2025-01-31')).toMatchObject([{ version: 1, as_of: '2024-11-29' }]);

  await portfolios('discard', 'fondo');
  await portfolios('append', onlyNew, '--publish');
  expect(await get('?date=2025-01-31')).toMatchObject([{ version: 2, start_date: '2024-09-30', as_of: '2025-01-31' }]);

  await portfolios('revert', 'fondo', '1', '--restate', 'January is not audited');
  expect(await get('?date=2025-01-31')).toMatchObject([{ version: 3, as_of: '2024-11-29' }]);
  expect(await portfolios('versions', 'fondo')).toMatch(/3 .*\+0 −2 ~0 +version 1 +January is not audited\n/);
});

inTurn(
  test.skipIf(inject('postgres') === undefined),
  1,
  2,
)('a reporting date that is published beside one server is followed by all', async () => {
  const data = await makeServerData('postgres', inject('postgres'), undefined, true);
  onTestFinished(() => data.discard());
  server = await startServer({ env: { ...data.settings, SAMPLES: 'on' } });
  const other = await startServer({ env: data.settings });
  onTestFinished(() => discard(other));
  const shown = async (label: string) => {
    for (const { url } of [server, other])
      await until(
        `${label} at ${url}`,
        async () => (await (await fetch(`${url}/insights`)).text()).includes(`>${label}<`) || undefined,
        20_000,
      );
  };
  await shown('Q4-2024');
  await commandLine(server, ['portfolios', 'date', 'propose', '2024-09-30', '--by', 'Ada']);
  await commandLine(server, ['portfolios', 'date', 'publish', '--by', 'Ben']);
  await shown('Q3-2024');
});

async function page(): Promise<string> {
  return (await fetch(`${server.url}/insights`)).text();
}

async function loggedIn(): Promise<(query: string) => Promise<PortfolioDetail[]>> {
  const body = JSON.stringify(account);
  const login = await fetch(server.url + dataPaths.login, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const headers = { authorization: `Bearer ${((await login.json()) as Login).msg.TOKEN}` };
  return async (query) =>
    (await fetch(server.url + dataPaths.portfolios('website') + query, { headers })).json() as Promise<PortfolioDetail[]>;
}

async function file(rows: readonly string[]): Promise<string> {
  const path = join(server.dataDir, 'fondo.csv');
  await writeFile(path, ['date;Fondo;Indice', ...rows, ...disclosedLines].join('\r\n'));
  return path;
}
