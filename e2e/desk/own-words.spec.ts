import { expect, test as everyRun } from '@playwright/test';
import { demoRequest, formPath, tokenIn } from '../crash/demo-form.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk, sendForm } from '../fixtures/desk-page.ts';
import { mailboxOf } from '../fixtures/mailbox.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 6);

test('whoever owns the site replaces its legal sample, a mail’s text, a setting and a ready answer at the desk', async ({ browser }) => {
  const desk = await openDesk(browser, { env: { HR_MAIL: 'people@acme.internal' } });
  const { page, server } = desk;
  await page.goto('/content');
  await page.getByLabel('Begin a change').fill('Our company');
  await page.getByRole('button', { name: 'Change the site’s words' }).click();

  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'The company and its legal details' });
  await page.getByLabel('legal, facts, 2, 2').fill('IT 12345678901');
  await page.getByLabel('legal, sample mark').fill('');
  await expect(page.getByRole('heading', { name: '2 changes' })).toBeVisible();
  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'The company’s sign and icons' });
  const sign = page.getByRole('form', { name: 'Picture: sign, on light pages, picture' });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="36"><path fill="navy" d="M0 0h200v36H0z"/></svg>';
  await sign.locator('input[type=file]').setInputFiles({ name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await sign.getByLabel('What the new picture shows').fill('Acme');
  const changed = page.getByRole('heading', { name: '4 changes' });
  // A busy server may refuse files before it reads them, and says so: another press sends them again.
  await expect(async () => {
    if (!(await changed.isVisible())) await sign.getByRole('button', { name: 'Put it here' }).click();
    await expect(changed.or(page.getByText('Not changed')).first()).toBeVisible();
    await expect(changed).toBeVisible({ timeout: 1 });
  }).toPass();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'The company’s settings' });
  await expect(page.getByText('HR_MAIL is set where the server runs: it is changed there.')).toBeVisible();
  await page.getByLabel('Days without meetings').fill('Christmas');
  await expect(page.getByText('or days of every year as 12-25 are needed', { exact: false })).toBeVisible();
  await page.getByLabel('Days without meetings').fill('12-25');
  await expect(page.getByRole('heading', { name: '5 changes' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Mail: meeting, a link to choose a time' });
  const mail = page.frameLocator('iframe');
  await mail.getByRole('heading', { name: 'Choose a time for your demo' }).click();
  await page.getByLabel('mails, meeting, title').fill('When shall we talk?');
  await expect(mail.getByRole('heading', { name: 'When shall we talk?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '6 changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Mail it to me' }).click();
  await expect(page.getByText('It becomes a file on the server', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^6 /).first()).toBeVisible();
  await expect
    .poll(async () => {
      const html = await (await fetch(server.url)).text();
      return [html.includes('IT 12345678901'), html.includes('Sample legal details')];
    })
    .toEqual([true, false]);
  const reader = await browser.newPage();
  await reader.goto(server.url);
  const shown = reader.getByRole('link', { name: 'Acme, home' }).locator('img');
  expect(await shown.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth])).toEqual([true, 200]);
  await reader.close();

  const sales = await desk.open({ name: 'Ben Costa', address: 'ben@words.internal', roles: ['sales'] });
  await sales.goto('/answers');
  await sales.getByRole('button', { name: 'Write one to leads' }).click();
  await sales.getByLabel('Name').fill('Thanks');
  await sales.getByLabel('Subject').fill('Your request');
  await sales.getByLabel('Text').fill('Hello {nmae}');
  await sales.getByRole('button', { name: 'Save' }).click();
  await expect(sales.getByText('Leave out {nmae}', { exact: false })).toBeVisible();
  await sales.getByLabel('Text').fill('Hello {name}');
  await sales.getByRole('button', { name: 'Save' }).click();
  await expect(sales.getByText('“Thanks” is ready.')).toBeVisible();
  expect(await accessibilityFaults(sales)).toEqual([]);

  const marketing = await desk.open({ name: 'Mia Sand', address: 'mia@words.internal', roles: ['marketing'] });
  await marketing.goto('/content');
  await marketing.getByRole('link', { name: 'Ready answers' }).click();
  await expect(marketing.getByRole('button', { name: 'Write one to messages' })).toBeVisible();
  await expect(marketing.getByRole('button', { name: 'Write one to applicants' })).toHaveCount(0);

  // The thread that sends mails uses the published words, too.
  const visitor = 'grace@clients.example';
  const mails = mailboxOf(server.dataDir);
  await sendForm(server, formPath, demoRequest(visitor));
  const token = tokenIn((await mails.waitFor(visitor)).text ?? '')!;
  await fetch(`${server.url}/verify`, { method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' });
  await expect.poll(async () => (await mails.to(visitor)).some(({ text }) => text?.includes('When shall we talk?'))).toBe(true);
  await desk.close();
});
