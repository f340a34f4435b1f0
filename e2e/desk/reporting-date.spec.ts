import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

everyEighthRun(test, 3)(
  'a quarter that one proposes and another publishes is what visitors, the report and the data calls have',
  async ({ browser }) => {
    const desk = await openDesk(browser, { env: { FOUR_EYES: 'on' } });
    const { page: ada, server } = desk;
    const visitors = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
    const opened = await visitors.newPage();
    await opened.goto('/insights');
    const card = opened.getByRole('article').first();
    await expect(card).toContainText('Q4-2024');

    await ada.goto('/figures');
    await ada.getByRole('link', { name: 'Reporting date' }).click();
    await ada.getByLabel('Figures up to').fill('2024-09-30');
    await ada.getByRole('button', { name: 'Look at it as a draft' }).click();
    await expect(ada.getByRole('heading', { name: 'Draft: Q3-2024' })).toBeVisible();
    await expect(ada.getByText('You proposed this date: somebody else publishes it.')).toBeVisible();
    expect(await accessibilityFaults(ada)).toEqual([]);

    const ben = await desk.open({ name: 'Ben Costa', address: 'ben@reporting.internal', roles: ['figures'] });
    await ben.goto('/reporting-date');
    await expect(ben.getByRole('heading', { name: 'Now: Q4-2024' })).toHaveCount(6);
    const then = ben.getByRole('region', { name: 'Global Trend', exact: false }).first();
    await expect(then).toContainText('30 September 2024');
    await ben.getByRole('button', { name: 'Publish' }).click();
    await expect(ben.getByText('Proposed by Ada Rossi, published by Ben Costa')).toBeVisible();

    // A new page, the report and the data calls have the new date; the page that is open stays with the date that it names.
    const fresh = await visitors.newPage();
    await expect(async () => {
      await fresh.goto('/insights');
      await expect(fresh.getByRole('article').first()).toContainText('Q3-2024', { timeout: 1000 });
    }).toPass();
    await expect(fresh.getByText('To 30 September 2024, net of', { exact: false })).toBeVisible();
    await fresh.goto('/getreport');
    await expect(fresh.getByText('Q3-2024', { exact: true })).toBeVisible();
    const asked = opened.waitForRequest((one) => one.url().includes('/builder/website/portfolios/'));
    await card.getByRole('button', { name: /^Show More/ }).click();
    expect((await asked).url()).toContain('?date=2024-12-31');
    await expect(opened.getByRole('dialog')).toContainText(/3[01] December 2024/);

    const report = await visitors.request.get('/resources/multi-strategy-performance-report-2024-Q1.pdf');
    expect(report.headers()['content-disposition']).toContain('multi-strategy-performance-report-Q3-2024.pdf');
    const api = (await (await visitors.request.get('/builder/v1/website/reporting-date')).json()) as { earlier: { report: string }[] };
    expect(api).toMatchObject({ label: 'Q3-2024', date: '2024-09-30' });
    const [before] = api.earlier;
    expect((await visitors.request.get(before?.report ?? '')).headers()['content-disposition']).toContain('Q4-2024.pdf');
    await visitors.close();
    await desk.close();
  },
);
