import { INDEPENDENT_INVESTOR } from '../../contract/forms/contact.ts';
import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { expect, test } from '../fixtures/test.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

inTurn(test, 1)('a form that nobody declared asks for three answers and takes all others', async ({ page, leads }) => {
  const email = 'partner@example.com';
  await page.goto('/#form=partner_site');
  const dialog = page.getByRole('dialog', { name: 'Contact us' });
  await dialog.getByLabel(/^Role/).selectOption(INDEPENDENT_INVESTOR);
  await dialog.getByLabel(/^Net worth/).selectOption('10M+');
  await dialog.getByLabel(/^Role/).selectOption('Family Office');
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Surname', 'Lovelace'],
    ['Email', email],
    ['Your request', 'How are the figures computed?'],
  ] as const)
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(value);
  await dialog.getByRole('button', { name: 'Send my request' }).click();
  await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
  const lead = (await leads()).find((one) => one.email === email);
  expect(lead).toMatchObject({ form: 'default', request: 'Contact us', about: null });
  // Net worth was dropped, because it belongs to another role.
  expect(lead?.answers).toEqual({
    name: 'Ada',
    surname: 'Lovelace',
    email,
    role: 'Family Office',
    message: 'How are the figures computed?',
  });
});
