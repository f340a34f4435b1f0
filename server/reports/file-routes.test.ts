import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { factsheetPath } from '../../contract/report-files.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { readSettings } from '../settings/settings.ts';
import { reportFileRoutes } from './file-routes.ts';
import type { ReportData, Reported } from './report-page.ts';

const MB = 1024 * 1024;

test('files in memory are bounded by their size, and those asked for last stay', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const rendered: string[] = [];
  const renderReport = async ({ portfolios }: ReportData) => {
    rendered.push(portfolios[0]!.id);
    return new Uint8Array(20 * MB);
  };
  const edition = { dates: sampleDates, known: undefined };
  const figures = {
    current: async () => edition,
    ofDate: async () => edition,
    state: async () => ({ key: 'a', madeAt: 0 }),
    read: async (_: unknown, id = '') => ({ portfolios: [{ id } as Reported], missing: 0 }),
  };
  reportFileRoutes(app, { limits: createRateLimits(false), settings: readSettings({}), now: () => 0, renderReport }, figures);
  const ask = async (id: string) => expect((await app.inject(factsheetPath(id))).statusCode).toBe(200);
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'd', 'b']) await ask(id);
  // The fourth makes 80 MB: of a, b and c, b was asked for the longest ago.
  expect(rendered).toEqual(['a', 'b', 'c', 'd', 'b']);
});
