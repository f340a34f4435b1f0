import { expect, onTestFinished, test, vi } from 'vitest';
import { apiPaths } from '../../contract/api.ts';
import { dataPaths } from '../../contract/portfolio.ts';
import { reportPath } from '../../contract/report-files.ts';
import { createApp } from '../compose/app.ts';
import { createDesk } from '../compose/desk-app.ts';
import { observations } from '../kernel/observations.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { watchLoopDelay } from '../kernel/loop-delay.ts';
import { jobsWait, MAX_LATE } from './listener.ts';

async function setUp() {
  const loop = { late: 0 };
  const { app: bare, context } = await testApp(await freshStore());
  const all = { ...context, late: () => loop.late };
  const [site, desk] = [await createApp(all), await createDesk(all)];
  for (const app of [bare, site, desk]) onTestFinished(() => app.close());
  const { host, origin } = new URL(context.settings.DESK_URL);
  const form = { method: 'POST', url: '/cognitivepro/forms/home_bad', payload: validBodies.bookademo } as const;
  const kinds = {
    page: () => site.inject('/about'),
    health: () => site.inject('/healthz'),
    link: () => site.inject('/verify?token=x'),
    form: () => site.inject(form),
    application: () =>
      site.inject({
        method: 'POST',
        url: apiPaths.applications,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b--',
      }),
    report: () => site.inject(reportPath('pro')),
    figures: () => site.inject(dataPaths.portfolios('website')),
    figure: () => site.inject(dataPaths.portfolio('cognitive', 'x')),
    export: () => desk.inject({ method: 'POST', url: '/api/leads/export', headers: { host, origin } }),
    desk: () => desk.inject({ method: 'POST', url: '/api/leads/list', headers: { host, origin } }),
  };
  /** The kinds of requests that are refused because of overload. */
  const refused = async () => {
    const found: string[] = [];
    for (const [kind, ask] of Object.entries(kinds)) if ((await ask()).statusCode === 503) found.push(kind);
    return found;
  };
  return { loop, site, form, refused };
}

test('while the loop is late, what is costly is refused first, forms much later, and pages and /healthz never', async () => {
  const { loop, refused } = await setUp();
  expect(await refused()).toEqual([]);
  loop.late = MAX_LATE.costly;
  expect(await refused()).toEqual([]);
  loop.late = MAX_LATE.costly + 1;
  expect(await refused()).toEqual(['application', 'report', 'figures', 'figure', 'export']);
  loop.late = MAX_LATE.normal + 1;
  expect(await refused()).toEqual(['form', 'application', 'report', 'figures', 'figure', 'export', 'desk']);
  expect(MAX_LATE.jobs).toBeLessThan(MAX_LATE.costly);
});

test('jobs stand back while the loop is late', () => {
  expect([jobsWait(0), jobsWait(MAX_LATE.jobs), jobsWait(MAX_LATE.jobs + 1)]).toEqual([false, false, true]);
});

test('whoever is refused learns when to come again, in words, and it is counted', async () => {
  const { loop, site, form } = await setUp();
  loop.late = Infinity;
  const told: string[] = [];
  onTestFinished(observations.refusal.listen((reason) => told.push(reason)));
  const answer = await site.inject(form);
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '3',
    expect.objectContaining({ title: 'Please try again in a moment' }),
  ]);
  const page = await site.inject({ ...form, headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.body).toContain('what you typed is still in your browser');
  expect(told).toEqual(['overloaded', 'overloaded']);
});

test('a loop that is late again and again is late; one that paused once is not', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const late = watchLoopDelay();
  const turns = (count: number, lateBy: number) => {
    for (let n = 0; n < count; n += 1) {
      now += 50 + lateBy;
      vi.advanceTimersByTime(50);
    }
  };
  turns(10, 350);
  expect(late()).toBe(350);
  turns(10, 0);
  turns(1, 350);
  expect(late()).toBe(0);
});
