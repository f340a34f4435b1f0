import type { Page } from '@playwright/test';
import { callerFor, dialogWords } from '../../contract/callers.ts';
import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { formWords as words } from '../../site/content/forms.ts';
import { fileInput } from '../../site/content/application.ts';
import { makePdf } from '../fixtures/applications.ts';
import { expect, hydrated, test as everyRun } from '../fixtures/test.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 5);

test('what was typed into the dialog survives a reload; Escape and Back ask first, and closing it clears it', async ({ page }) => {
  await page.goto('/');
  const dialog = await openDemo(page);
  await fillDemo(page, 'draft@example.com');
  await page.reload();
  await openDemo(page);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada');
  await expect(dialog.getByLabel(/^Role/)).toHaveValue('Other');
  await expect(dialog.getByLabel(/^Other role/)).toHaveValue('Analyst');
  await expect(dialog.locator('input[type=tel]')).toHaveValue(/^\+44 20/);

  const question = page.getByRole('dialog', { name: words.discard.title });
  await dialog.getByLabel(/^Name/).fill('Augusta');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: words.discard.no }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Augusta');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await question.getByRole('button', { name: words.discard.yes }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openDemo(page);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('');
});

test('Back closes an empty dialog and stays on the page, and goes on from there as if it had never been', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/');
  const dialog = await openDemo(page);
  await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === 1);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await openDemo(page);
  await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === 1);
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === undefined);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('closed while it sends, the dialog comes back with the result, over another that was opened since, and its draft is gone', async ({
  page,
  leads,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/cognitivepro/forms/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const dialog = await openDemo(page);
  await fillDemo(page, 'away@example.com');
  await dialog.getByRole('button', { name: 'Book my demo' }).click();
  const sending = dialog.getByRole('button', { name: contactMessages.sending });
  await expect(sending).toBeDisabled();
  await expect(sending).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Contact us' }).click();
  const other = page.getByRole('dialog', { name: dialogWords(callerFor('home_cu')).title });
  await other.getByLabel(/^Name/).fill('Charles');
  answer();
  await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
  await dialog.getByRole('button', { name: contactMessages.close }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByLabel(/^Name/)).toHaveValue('Charles');
  await expect(other.getByLabel(/^Name/)).toBeFocused();
  expect((await leads()).filter(({ email }) => email === 'away@example.com')).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('away@example.com');
});

test('an application survives a reload; its CV has to be chosen again, and the form says why', async ({ page }) => {
  await page.goto('/careers');
  await hydrated(page);
  const form = page.getByRole('main').locator('form');
  await form.getByLabel(/^Last name/).fill('Hopper');
  await form.getByRole('checkbox').check();
  await form.locator('input[type=file]').setInputFiles({ name: 'grace.pdf', mimeType: 'application/pdf', buffer: makePdf(1000) });
  await expect(form.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.reload();
  // The draft is restored before the form is touched.
  await expect(form.getByLabel(/^Last name/)).toHaveValue('Hopper');
  await expect(form.getByRole('checkbox')).toBeChecked();
  await expect(form.getByText(fileInput.lost('grace.pdf'))).toBeVisible();
  await form.locator('input[type=file]').setInputFiles({ name: 'again.pdf', mimeType: 'application/pdf', buffer: makePdf(1000) });
  await expect(form.getByText(fileInput.lost('grace.pdf'))).toHaveCount(0);
});

test('a press on a disabled button, or Enter, says what is missing and goes there; the first letter is no fault', async ({ page }) => {
  await page.goto('/contacts');
  await hydrated(page);
  const main = page.getByRole('main');
  const submit = main.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await main.getByLabel(/^Name/).pressSequentially('A');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await submit.focus();
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main.getByText('Something wrong in your name', { exact: true })).toBeVisible();
  await expect(main.getByLabel(/^Name/)).toBeFocused();
  await main.getByLabel(/^Name/).fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(main.getByLabel(/^Email/)).toBeFocused();
  await expect(main.getByText('Min 30 chars, max 2000', { exact: true })).toBeVisible();
});

async function openDemo(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a demo' });
  await expect(dialog.getByLabel(/^Name/)).toBeVisible();
  return dialog;
}

async function fillDemo(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Book a demo' });
  await fillForm(dialog, contactForms.bookademo, {
    name: 'Ada',
    surname: 'Lovelace',
    email,
    phone: '+44 20 79460958',
    role: 'Other',
    otherRole: 'Analyst',
    company: 'Engines',
  });
}
