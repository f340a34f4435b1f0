import type { Page } from '@playwright/test';
import { contactPageMessages } from '../../contract/forms/contact-page.ts';
import { expect, hydrated, test } from '../fixtures/test.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const message = 'How do you keep tomorrow’s data out of yesterday’s test?';
const mistakes = [
  ['Name', 'A', 'Something wrong in your name'],
  ['Email', 'ada@nowhere', 'This is not a valid email'],
  ['Subject', 'ab', 'Something wrong in your subject'],
  ['Message', 'Too short.', 'Min 30 chars, max 2000'],
] as const;

test('a visitor makes every mistake once, writes, and staff can answer', async ({ page, mailbox, leads }) => {
  const email = 'writer@example.com';
  await page.goto('/contacts');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONTACT US');
  await expect(submitOf(page)).toBeDisabled();

  for (const [label, wrong, words] of mistakes) {
    // The form's code loads after the page's.
    await expect(async () => {
      await fieldOf(page, label).focus();
      await fieldOf(page, label).blur();
      await expect(page.getByText(words)).toBeVisible({ timeout: 500 });
    }).toPass();
    await fieldOf(page, label).fill(wrong);
    await expect(page.getByText(words)).toBeVisible();
    await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await fieldOf(page, 'Subject').fill('x'.repeat(31));
  await expect(page.getByText('Something wrong in your subject')).toBeVisible();
  await fieldOf(page, 'Message').fill('x'.repeat(2001));
  await expect(page.getByText('Min 30 chars, max 2000')).toBeVisible();
  await expect(submitOf(page)).toBeDisabled();

  await fill(page, email);
  for (const [, , words] of mistakes) await expect(page.getByText(words)).toHaveCount(0);
  await submitOf(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(contactPageMessages.success)).toBeVisible();
  await dialog.getByRole('button', { name: 'CLOSE' }).click();
  await expect(dialog).toBeHidden();
  await expect(fieldOf(page, 'Message')).toHaveValue('');
  await expect(submitOf(page)).toBeDisabled();

  const lead = (await leads()).find((one) => one.email === email);
  expect(lead).toMatchObject({ form: 'contacts', caller: 'contacts', answers: { name: 'Ada Lovelace', subject: 'Method', message } });
  const notice = await mailbox.waitFor('sales@cognitivepro.example', /Method/);
  expect(notice.replyTo?.[0]?.address).toBe(email);
});

everyEighthRun(test, 1)('a failure keeps everything, and the next try is one message', async ({ page, watched, leads }) => {
  watched.allow(/Failed to load resource|net::ERR|could not be sent/);
  const email = 'again@example.com';
  await page.goto('/contacts');
  await hydrated(page);
  await fill(page, email);
  await page.route('**/www/contacts', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitOf(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(contactPageMessages.failure)).toBeVisible();
  await page.unroute('**/www/contacts');
  await dialog.getByRole('button', { name: 'CLOSE' }).click();
  await expect(fieldOf(page, 'Message')).toHaveValue(message);
  await submitOf(page).click();
  await expect(dialog.getByText(contactPageMessages.success)).toBeVisible();
  expect((await leads()).filter((lead) => lead.email === email)).toHaveLength(1);
});

inTurn(test, 1)("the footer's Contact us opens the modal here, too", async ({ page }) => {
  await page.goto('/contacts');
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Contact us' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  everyEighthRun(test, 4)('the form posts, comes back with its errors and what was typed, and thanks', async ({ page, watched, leads }) => {
    watched.allow(/status of 422/);
    const email = 'plain@example.com';
    await page.goto('/contacts');
    for (const [label, wrong] of mistakes) await fieldOf(page, label).fill(wrong);
    await submitOf(page).click();
    await expect(page.getByRole('main').getByText(contactPageMessages.invalid)).toBeVisible();
    for (const [label, wrong, words] of mistakes) {
      await expect(page.getByText(words)).toBeVisible();
      await expect(fieldOf(page, label)).toHaveValue(wrong);
      await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true');
    }
    expect((await leads()).filter((lead) => lead.email === email)).toEqual([]);

    await fill(page, email);
    await fieldOf(page, 'Subject').fill('');
    await submitOf(page).click();
    await expect(page.getByText('Something wrong in your subject')).toBeVisible();
    await expect(page.getByText('Something wrong in your name')).toHaveCount(0);
    await expect(fieldOf(page, 'Message')).toHaveValue(message);

    await fieldOf(page, 'Subject').fill('Method');
    await submitOf(page).click();
    await expect(page).toHaveURL(/\/contacts\/sent$/);
    await expect(page.getByText(contactPageMessages.success)).toBeVisible();
    await page.reload();
    expect((await leads()).filter((lead) => lead.email === email)).toHaveLength(1);
    await page.goto('/contacts/refused');
    await expect(page).toHaveURL(/\/contacts$/);
  });
});

async function fill(page: Page, email: string) {
  await fieldOf(page, 'Name').fill('Ada Lovelace');
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Subject').fill('Method');
  await fieldOf(page, 'Message').fill(message);
}

function fieldOf(page: Page, label: string) {
  return page.getByRole('main').getByLabel(new RegExp(`^${label}\\W*$`));
}

function submitOf(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Submit' });
}
