import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { formWords as words } from '../../site/content/forms.ts';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 3);

// The maximum of the setting: no machine takes that long to fill the form.
const MIN_FILL_MS = 60_000;

test.use({ settings: { MIN_FILL_MS: String(MIN_FILL_MS) } });

test('the visitor is asked to press once more, and what was kept before stays marked', async ({ ownSession: { page }, leads, mailbox }) => {
  const email = 'quick@example.com';
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
  const dialog = page.getByRole('dialog');
  await fillForm(dialog, contactForms.bookademo, {
    name: 'Ada',
    surname: 'Lovelace',
    email,
    phone: '+44 20 79460958',
    role: 'Asset Manager',
    company: 'Engines',
  });
  await dialog.getByRole('button', { name: 'Book my demo' }).click();
  await expect(dialog.getByText(words.hurried.title)).toBeVisible();
  await expect(dialog.getByText(contactMessages.successTitle)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Book my demo' }).click();
  // The second submit waits for the rest of the time.
  await expect(dialog.getByRole('button', { name: contactMessages.sending })).toBeDisabled();
  await page.clock.fastForward(MIN_FILL_MS);
  await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
  const sent = (await leads()).filter((lead) => lead.email === email);
  expect(sent.map(({ suspectedSpam }) => suspectedSpam)).toEqual([false, true]);
  await mailbox.waitFor(email);
});
