import type { Page } from '@playwright/test';
import { contactForms } from '../../contract/forms/contact.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { PROOF_PATH } from '../../contract/proof.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { expect, hydrated, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 7);

// The smallest possible share of the mail quota: twenty forms an hour.
test.use({ settings: { FIRST_MAILS_PER_HOUR: '50', FIRST_MAILS_PER_DAY: '50', MIN_FILL_MS: '0', RATE_LIMIT: 'on' } });

test('beyond its share a browser proves work beside what the visitor sees, and her mail is not late', async ({ page, mailbox }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/prove-|\/proofs$/.test(request.url())) asked.push(request.url());
  });

  await test.step('below it nothing is loaded or computed', async () => {
    await write(page, 'first@one.example');
    expect(asked).toEqual([]);
  });

  // Sent by the browser, because another program might have another address. One after the other: the last two exceed the hour's quota, however slow the
  // machine is.
  const flood = Array.from({ length: 22 }, (_, n) => JSON.stringify({ ...answers, email: `a${n}@company${n}.example` }));
  const statuses = await page.evaluate(async (bodies) => {
    const all: number[] = [];
    for (const body of bodies) {
      const answer = await fetch('/www/forms/home_bad', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      all.push(answer.status);
    }
    return all;
  }, flood);
  expect(new Set(statuses)).toEqual(new Set([201]));

  await test.step('the contact page', async () => {
    const proven = page.waitForResponse((response) => response.url().endsWith(PROOF_PATH));
    await write(page, 'second@two.example');
    expect((await proven).status()).toBe(204);
  });

  await test.step('the dialog', async () => {
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
    const dialog = page.getByRole('dialog');
    await fillForm(dialog, contactForms.bookademo, { name: 'Grace', surname: 'Proven', email: 'grace@three.example' });
    const proven = page.waitForResponse((response) => response.url().endsWith(PROOF_PATH));
    await dialog.locator('button[type=submit]').click();
    expect((await proven).status()).toBe(204);
    await mailbox.waitFor('grace@three.example', /confirm/i);
    expect(await mailbox.to('a21@company21.example')).toEqual([]);
  });
});

const answers = { name: 'Ada', surname: 'Many', role: 'Asset Manager', company: 'Engines', phone: '+39 02 1234567' };
const message = 'How do you keep tomorrow’s data out of yesterday’s test?';

async function write(page: Page, email: string): Promise<void> {
  await page.goto('/contacts');
  await hydrated(page);
  const form = page.getByRole('main').locator('form');
  await fillForm(form, contactPageForm, { name: 'Ada Lovelace', email, subject: 'Method', message });
  const taken = page.waitForResponse((response) => response.url().endsWith('/www/contacts'));
  await form.getByRole('button', { name: contactPageForm.submit }).click();
  expect((await taken).status()).toBe(201);
}
