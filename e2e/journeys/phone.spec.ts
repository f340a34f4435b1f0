import type { Locator, Page } from '@playwright/test';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 5);

test('a number is sent as it is dialled, however it was put in', async ({ page, watched }) => {
  watched.allow(/status of 503|could not be sent/);
  const posted: unknown[] = [];
  await page.route('**/cognitivepro/forms/*', async (route) => {
    posted.push((route.request().postDataJSON() as { phone: unknown }).phone);
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Later"}' });
  });
  const { dialog, phone, country } = await openDemo(page);
  await fillOthers(dialog);

  await test.step('typed with a plus over the dial code that stands there, and sent by Enter from within the field', async () => {
    await expect(phone).toHaveValue('+39 ');
    await phone.press('End');
    await phone.pressSequentially('+447911123456');
    await expect(phone).toHaveValue('+44 7911 123456');
    await expect(country).toHaveValue('gb');
    await phone.press('Enter');
    await expect.poll(() => posted).toEqual(['+44 7911 123456']);
  });

  await test.step('as it is written in Switzerland, once Switzerland was chosen', async () => {
    await country.selectOption('ch');
    await phone.selectText();
    await phone.pressSequentially('044 668 18 00');
    await expect(phone).toHaveValue('+41 44 668 18 00');
  });

  await test.step('filled in by a browser, in the form of the country and in the one for abroad', async () => {
    await fillIn(phone, '0446681800');
    await expect(phone).toHaveValue('+41 44 668 18 00');
    await fillIn(phone, '+393331234567');
    await expect(phone).toHaveValue('+39 333 1234567');
    await expect(country).toHaveValue('it');
  });

  await test.step('pasted behind what stands there', async () => {
    await phone.press('End');
    await page.evaluate(() => document.execCommand('insertText', false, '0033 (0)6 12 34 56 78'));
    await expect(phone, 'a number that goes on is one number, too long').toHaveValue(/^\+39 /);
    await phone.selectText();
    await page.evaluate(() => document.execCommand('insertText', false, '0033 (0)6 12 34 56 78'));
    await expect(phone).toHaveValue('+33 6 12 34 56 78');
    await expect(country).toHaveValue('fr');
  });
});

test('the caret stays where somebody edits, and what looks wrong is said beneath without refusing it', async ({ page }) => {
  const { dialog, phone, country } = await openDemo(page);
  await phone.press('End');
  await phone.pressSequentially('+44 20 7946 095');
  const hint = dialog.getByText('Please check: 10 digits follow +44 (United Kingdom); this number has 9.');
  await expect(hint).toHaveCount(0);
  await phone.press('Tab');
  await expect(hint).toBeVisible();
  await expect(phone).toHaveAccessibleDescription(/10 digits follow/);
  await expect(phone).toHaveAttribute('aria-invalid', 'false');

  await phone.focus();
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
  await page.keyboard.press('Backspace');
  await page.keyboard.type('8');
  expect(await caretOf(phone)).toBe(8);
  await expect(hint).toHaveCount(0);
  await phone.press('End');
  await page.keyboard.type('8');
  await expect(phone).toHaveValue('+44 20 8946 0958');

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Backspace');
  await expect(phone).toHaveValue('');
  await page.keyboard.type('07911123456');
  await expect(phone).toHaveValue('+44 7911 123456');
  await country.selectOption('it');
  await expect(phone).toHaveValue('+39 791 1123456');
});

async function openDemo(page: Page) {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
  const dialog = page.getByRole('dialog');
  const phone = dialog.locator('input[type=tel]');
  await expect(phone).toBeVisible();
  return { dialog, phone, country: dialog.getByLabel('Country of the phone number') };
}

async function fillOthers(dialog: Locator) {
  const { phone: _, ...catalogue } = contactForms.bookademo.catalogue;
  const others = { ...contactForms.bookademo, catalogue, fields: contactForms.bookademo.fields.filter(({ field }) => field !== 'phone') };
  await fillForm(dialog, others, {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'phone@example.com',
    role: 'Asset Manager',
    company: 'Analytical Engines',
  });
}

/** Fills a field as a browser's autofill does: sets the value, then fires a plain event. */
async function fillIn(input: Locator, value: string) {
  await input.evaluate((element: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
}

async function caretOf(input: Locator): Promise<number | null> {
  return input.evaluate((element: HTMLInputElement) => element.selectionStart);
}
