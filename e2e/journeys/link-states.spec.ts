import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pages } from '../../contract/pages.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { linkIn, type TestMailbox } from '../fixtures/mailbox.ts';
import { ageMails, expireLinks } from '../fixtures/passed-time.ts';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 7);

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

const WIDTHS = [360, 820, 1440];
/** Each state is checked by axe at one of the widths, in rotation. */
let looks = 0;

test('the page behind a link is accessible in each of its states, at every width without side scroll', async ({
  page,
  mailbox,
  server,
  watched,
}) => {
  watched.allow(/status of (4\d\d|503)/);
  const first = await linkFor(page, mailbox, 'states@example.com');

  await page.goto(first);
  await look(page, 'Confirm');
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/confirm$/);
  await page.goto(first);
  await look(page, 'Already confirmed');

  const email = 'late@example.com';
  const old = await linkFor(page, mailbox, email);
  expireLinks(server.dataDir, email);
  ageMails(server.dataDir, email);
  expect((await page.goto(old))?.status()).toBe(410);
  await look(page, 'This link has expired');
  await page.getByRole('main').getByRole('button').click();
  await look(page, 'Check your email');
  await expect.poll(async () => (await mailbox.to(email)).length, { timeout: 60_000 }).toBe(2);
  await page.goto(old);
  await look(page, 'There is a newer link');

  expect((await page.goto('/verify?token=never'))?.status()).toBe(404);
  await look(page, 'This link is not valid');

  const html = await readFile(join(server.build, 'site/verify/unavailable.html'), 'utf8');
  await page.route('**/verify?token=down', (route) => route.fulfill({ status: 503, contentType: 'text/html', body: html }));
  await page.goto('/verify?token=down');
  await look(page, 'Please try again in a moment');
});

test('the pages by which somebody takes the newsletter, or leaves marketing, are accessible', async ({ page, server }) => {
  for (const state of ['unsubscribe', 'unsubscribed', 'newsletter', 'subscribed', 'no-subscription']) {
    await test.step(state, async () => {
      const html = await readFile(join(server.build, `site/verify/${state}.html`), 'utf8');
      await page.route(`**/verify?token=${state}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(`/verify?token=${state}`);
      await look(page, pages.find(({ path }) => path === `/verify/${state}`)!.title);
    });
  }
});

test('where others used her address, its owner picks her own request', async ({ page, mailbox, leads, watched }) => {
  watched.allow(/status of 422/);
  const email = 'picks@example.com';
  const link = await linkFor(page, mailbox, email);
  for (const message of ['not hers', 'nor this']) {
    const data = { name: 'Mallory', surname: 'Jones', email, phone: '+39 02 1', message };
    expect((await page.request.post('/www/forms/about_cu', { data })).status()).toBe(201);
  }
  await page.goto(link);
  await look(page, 'Which of these did you send');
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(page.getByText(/Mallory|not hers/)).toHaveCount(0);
  await page.getByRole('checkbox', { checked: true }).uncheck();
  await page.getByRole('button', { name: 'Confirm what I ticked' }).click();
  await look(page, 'Which of these did you send');
  await expect(page.getByRole('alert')).toContainText('Nothing is ticked');
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Confirm what I ticked' }).click();
  await expect(page).toHaveURL(/\/confirm$/);
  const mine = (await leads()).filter((lead) => lead.email === email);
  expect(mine.map((lead) => [lead.caller, lead.status])).toEqual([
    ['about_cu', 'unverified'],
    ['about_cu', 'unverified'],
    ['home_cu', 'verified'],
  ]);
});

test('none of the requests: the page says thank you, and nothing is confirmed', async ({ page, mailbox, leads }) => {
  const email = 'none@example.com';
  const link = await linkFor(page, mailbox, email);
  const data = { name: 'Mallory', surname: 'Jones', email, phone: '+39 02 1', message: 'no' };
  await page.request.post('/www/forms/about_cu', { data });
  await page.goto(link);
  await page.getByRole('button', { name: 'None of these was me' }).click();
  await look(page, 'Thank you for telling us');
  await page.goto(link);
  await look(page, 'Thank you for telling us');
  expect((await leads()).filter((lead) => lead.email === email).map((lead) => lead.status)).toEqual(['unverified', 'unverified']);
});

async function look(page: Page, title: string) {
  await expect(page).toHaveTitle(new RegExp(title));
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('script')).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(beyond, `beyond ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: WIDTHS[(looks += 1) % WIDTHS.length]!, height: 900 });
  expect(await accessibilityFaults(page)).toEqual([]);
}

async function linkFor(page: Page, mailbox: TestMailbox, email: string): Promise<string> {
  const data = { name: 'Ada', surname: 'Lovelace', email, phone: '+39 02 1', message: 'Hello' };
  expect((await page.request.post('/www/forms/home_cu', { data })).status()).toBe(201);
  return linkIn(await mailbox.waitFor(email), LINK);
}
