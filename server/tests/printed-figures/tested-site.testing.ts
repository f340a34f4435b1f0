import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import account from '../../../contract/demo-account.json' with { type: 'json' };
import { dataPaths, type Login } from '../../../contract/portfolio.ts';
import { renderInsights } from '../../../site/app/render-insights.tsx';
import { createApp } from '../../compose/app.ts';
import { createPortfoliosCommand } from '../../insights/commands/portfolios-command.ts';
import { readSettings } from '../../settings/settings.ts';
import { freshStore } from '../../store/store.testing.ts';
import { testApp } from '../../testing/app.testing.ts';
import { recordedNowhere, testContext } from '../../testing/command.testing.ts';
import { settingOf, type RiskFree } from './expected-rates.testing.ts';
import type { GeneratedRecord } from './generated-records.testing.ts';

export type TestedSite = Awaited<ReturnType<typeof siteOf>>;

/** A server over records that the import has read, with the site's own renderer. */
export async function siteOf(records: readonly GeneratedRecord[], riskFree: RiskFree) {
  const store = await freshStore();
  const env = { RISK_FREE_RATE: settingOf(riskFree), PUBLIC_URL: 'https://www.example.com', SHORT_RECORDS: 'Allowed for the walk.' };
  const settings = readSettings(env);
  const { run: command, clock: atDesk } = testContext(createPortfoliosCommand(recordedNowhere), store, { settings });
  const { context, clock } = await testApp(store, env);
  const app = await createApp({ ...context, renderInsights: async (props) => renderInsights(props) });
  onTestFinished(() => app.close());
  atDesk.now = clock.now;

  /** Runs a command of the operator, which has to succeed. */
  async function run(...args: string[]): Promise<string> {
    const { code, printed, warned } = await command(...args);
    expect([code ?? 0, warned], `${args.join(' ')}\n${printed}`).toEqual([0, '']);
    return printed;
  }

  const folder = await mkdtemp(join(tmpdir(), 'printed-figures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const { id, file } of records) {
    const path = join(folder, `${id}.csv`);
    await writeFile(path, file);
    await run('import', path, '--by', 'Ada');
    await run('publish', id, '--by', 'Ada');
  }
  const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
  const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
  return {
    run,
    get: (url: string) => app.inject({ method: 'GET', url, headers: { authorization } }),
    /** @param lagging how many records end before the day */
    async publish(day: string, lagging: number): Promise<void> {
      await run('date', 'propose', day, '--by', 'Ada');
      await run('date', 'publish', '--by', 'Ada', '--confirm', String(lagging));
      clock.now += 60_000;
    },
  };
}
