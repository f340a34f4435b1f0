import type { Page } from '@playwright/test';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { linkIn, type Email } from '../fixtures/mailbox.ts';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 6);

const email = 'meets@example.com';
const sales = 'sales@cognitivepro.example';
const VERIFY = /https?:\/\/\S+\/verify\?token=[\w-]+/;
const MEETING = /https?:\/\/\S+\/meeting\?token=[\w-]+/;

test.use({ timezoneId: 'America/New_York', viewport: { width: 360, height: 780 } });

test('a visitor books the demo at a time by her own clock, moves it and cancels it, and every calendar is told', async ({
  page,
  mailbox,
}) => {
  const data = { name: 'Ada', surname: 'Meets', email, phone: '+39 02 1234567', role: 'Asset Manager', company: 'Engines' };
  expect((await page.request.post('/www/forms/home_bad', { data })).status()).toBe(201);
  await page.goto(linkIn(await mailbox.waitFor(email), VERIFY));
  await page.getByRole('main').getByRole('button').click();
  await look(page, 'EMAIL VERIFIED.');
  await page.goto(linkIn(await mailbox.waitFor(email, /Choose a time/), MEETING));

  // The page detected the browser's time zone.
  await expect(page.getByText('Times in New York')).toBeVisible();
  await look(page, 'Choose a time for your demo');
  const days = page.getByRole('link', { name: /\d times?$/ });
  await days.nth(1).click();
  await expect(days.nth(1)).toHaveAttribute('aria-current', 'date');
  const chosen = await choose(page, 'first');
  await page.getByRole('button', { name: 'Book this time' }).click();
  await look(page, 'Your demo is booked');
  await expect(page.getByRole('main')).toContainText(chosen.words);
  expect(invitationIn(await mailbox.waitFor(email, /Your demo is booked/))).toMatchObject({
    METHOD: 'REQUEST',
    SEQUENCE: '0',
    DTSTART: chosen.stamp,
  });
  const booked = invitationIn(await mailbox.waitFor(sales, /Meeting booked: Ada Meets/));

  await page.getByRole('link', { name: 'Move it' }).click();
  await look(page, 'Move your demo');
  const later = await choose(page, 'last');
  await page.getByRole('button', { name: 'Move it to this time' }).click();
  await look(page, 'Your demo is moved');
  await expect(page.getByRole('main')).toContainText(later.words);
  const moved = invitationIn(await mailbox.waitFor(sales, /Meeting moved: Ada Meets/));
  expect(moved).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '1', UID: booked.UID, DTSTART: later.stamp });

  await page.getByRole('link', { name: 'Cancel it' }).click();
  await look(page, 'Cancel your demo?');
  await page.getByRole('button', { name: 'Cancel the demo' }).click();
  await expect(page.getByRole('status')).toContainText('is cancelled');
  await look(page, 'Choose a time for your demo');
  const cancelled = invitationIn(await mailbox.waitFor(sales, /Meeting cancelled: Ada Meets/));
  expect(cancelled).toMatchObject({ METHOD: 'CANCEL', SEQUENCE: '2', UID: booked.UID });
});

async function look(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'nothing beyond the edge').toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page), heading).toEqual([]);
  const small = await page
    .locator('main')
    .locator('ol a, label:has(input), button')
    .evaluateAll(
      (all) => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 43.5 || height < 43.5).length,
    );
  expect(small, 'a finger is 44 px wide').toBe(0);
}

/** Chooses one of the times of the day; today may have only one left. @returns the time in words, and as iCalendar writes it */
async function choose(page: Page, which: 'first' | 'last'): Promise<{ words: string; stamp: string }> {
  const form = page.locator('form#times');
  const radio = form.getByRole('radio')[which]();
  const [iso, label] = [await radio.inputValue(), await form.locator('label')[which]().innerText()];
  await radio.check();
  return { words: `${await form.locator('legend').innerText()} at ${label}`, stamp: iso.replaceAll(/[-:]|\.000/g, '') };
}

/** The properties of the calendar invitation attached to a mail. */
function invitationIn(mail: Email): Record<string, string> {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!;
  const text = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
  const lines = text.replaceAll(/\r?\n /g, '').split(/\r?\n/);
  return Object.fromEntries(lines.map((line) => [line.split(/[;:]/)[0], line.slice(line.search(/[;:]/) + 1)]));
}
