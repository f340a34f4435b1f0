import { brotliCompressSync } from 'node:zlib';
import { expect, test as everyRun } from '@playwright/test';
import { limits } from '../../contract/limits.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk } from '../fixtures/desk-page.ts';
import { startServer } from '../fixtures/server.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 5);

test('a campaign page that staff make is as light and accessible as built ones, and takes leads with and without scripts', async ({
  browser,
}) => {
  const desk = await openDesk(browser, {});
  const { page: ada, server } = desk;
  await ada.goto('/campaigns');
  await ada.getByLabel('Begin a campaign').fill('Autumn webinar');
  await ada.getByLabel('Begin with').selectOption('Only an opening and a form');
  await ada.getByRole('button', { name: 'Make the page' }).click();
  await expect(ada.getByRole('heading', { name: '3 things are missing' })).toBeVisible();
  const frame = ada.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'What this is about', level: 1 }).click();
  await ada.getByLabel('Headline', { exact: true }).fill('Forecasts, live');
  await expect(frame.getByRole('heading', { name: 'Forecasts, live', level: 1 })).toBeVisible();
  await ada.getByLabel('Below the headline').fill('Half an hour, and your questions.');
  await ada.getByText('Address, search engines and times').click();
  await ada.getByLabel('Description, for search engines').fill('Half an hour on how forecasts are tested.');
  await ada.getByRole('combobox', { name: 'Add a section' }).selectOption('Headline figures');
  await ada.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(frame.getByRole('heading', { name: 'The platform in figures' })).toBeVisible();
  await expect(ada.getByRole('heading', { name: 'Ready to publish' })).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Make a link' }).click();
  const preview = await (await fetch(await ada.getByLabel('Link, shown once').inputValue())).text();
  expect([preview.includes('Forecasts, live'), preview.includes('<script')]).toEqual([true, false]);
  await ada.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(ada.getByText('Autumn webinar is public within two seconds.')).toBeVisible();

  const visitors = await browser.newContext({ baseURL: server.url });
  const got = await visitors.request.get('/autumn-webinar?utm_source=mail');
  expect([got.status(), brotliCompressSync(await got.body()).length < limits.pageHtml]).toEqual([200, true]);
  expect(got.headers()['content-security-policy']).toContain("default-src 'none'");
  const page = await visitors.newPage();
  await page.goto('/autumn-webinar');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.locator('[name=name]').fill('Grace');
  await page.locator('[name=surname]').fill('Hopper');
  await page.locator('[name=email]').fill('grace@campaigns.internal');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We sent you an email.', { exact: false })).toBeVisible();

  const plain = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const form = await plain.newPage();
  await form.goto('/autumn-webinar');
  await form.locator('[name=name]').fill('Ada');
  await form.locator('[name=surname]').fill('Lovelace');
  await form.locator('[name=email]').fill('ada');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Invalid email address')).toBeVisible();
  await form.locator('[name=email]').fill('ada@campaigns.internal');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toHaveURL(/\/autumn-webinar\/sent$/);
  await expect(form.getByRole('heading', { name: 'Verify your email' })).toBeVisible();

  // A server that starts again has the page from its first answer on.
  await server.kill();
  const again = await startServer({ dataDir: server.dataDir });
  expect(await (await fetch(`${again.url}/autumn-webinar`)).text()).toContain('Forecasts, live');
  await again.stop();
  for (const context of [visitors, plain]) await context.close();
  await desk.close();
});
