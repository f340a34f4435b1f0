import { unconnected } from '../contract/cookie-words.ts';
import { consentWords } from '../site/content/consent.ts';
import { serveSmallReport } from './fixtures/small-report.ts';
import { expect, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 2);

const { banner, dialog } = consentWords;
const TAGS = 'https://www.googletagmanager.com/**';

// Both tests in one worker, so that they share a server.
test.describe.configure({ mode: 'default' });
test.use({
  settings: { GTM_ID: 'GTM-TEST123', MARKETING_URL: 'https://events.example.com/track' },
  contextOptions: { reducedMotion: 'reduce' },
});

test('the tag manager loads after consent, never before, and is gone once consent is withdrawn', async ({ page, watched }) => {
  watched.allow(/third party: https:\/\/www\.googletagmanager\.com/);
  const asked: string[] = [];
  await page.route(TAGS, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: 'text/javascript',
      body: 'window.tagsRun = (window.tagsRun ?? 0) + 1; document.cookie = "_ga=GA1.1.1; path=/";',
    });
  });
  const ran = () => page.evaluate(() => (window as unknown as { tagsRun?: number }).tagsRun);

  await page.goto('/');
  const accept = page.getByRole('button', { name: banner.accept });
  await expect(accept).toBeVisible();
  await expect(page.getByRole('region', { name: banner.label })).toContainText(banner.asks.both);
  expect(asked).toEqual([]);
  await accept.click();
  await expect.poll(ran).toBe(1);
  expect(asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123']);

  await page.reload();
  await expect.poll(ran).toBe(1);

  const reloaded = page.waitForEvent('load');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
  for (const { text } of Object.values(unconnected)) await expect(page.getByRole('dialog')).not.toContainText(text);
  await page.getByRole('dialog').getByRole('button', { name: dialog.reject }).click();
  await reloaded;
  expect(await ran()).toBeUndefined();
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['consent']);
  expect(asked).toHaveLength(2);
});

test("the 'Download' event goes to the marketing service with the visitor id, after consent only", async ({ page, watched }) => {
  watched.allow(/third party: https:\/\/events\.example\.com/);
  const told: string[] = [];
  await page.route('https://events.example.com/**', async (route) => {
    told.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  await page.route(TAGS, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  watched.allow(/third party: https:\/\/www\.googletagmanager\.com/);

  await serveSmallReport(page);
  await page.goto('/downloads/pro');
  await expect(page.getByText('File downloaded!')).toBeVisible();
  expect(told).toEqual([]);
  await page.getByRole('button', { name: banner.accept }).click();
  await page.goto('/downloads/pro');
  await expect.poll(() => told.length).toBe(1);
  const visitor = await page.evaluate(() => localStorage.getItem('visitor-id'));
  expect(JSON.parse(told[0]!)).toMatchObject({ event: 'Download', visitor });

  await test.step('and of a paper, by its link in the document', async () => {
    await page.evaluate(() => localStorage.setItem('more-active', 'true'));
    await page.goto('/insights');
    const link = page.getByRole('link', { name: /^Download/ }).first();
    await Promise.all([page.waitForEvent('download'), link.click()]);
    await expect.poll(() => told.length).toBe(2);
    expect(JSON.parse(told[1]!)).toEqual({ event: 'Download', visitor, item: await link.getAttribute('download') });
  });
});
