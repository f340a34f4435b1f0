import type { Lead } from '../../server/leads/lead-queries.ts';
import type { Page } from '@playwright/test';
import { contactForms, INDEPENDENT_INVESTOR } from '../../contract/forms/contact.ts';
import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { MEETING_PATH } from '../../contract/meeting-page.ts';
import { formWords as words } from '../../site/content/forms.ts';
import { linkIn } from '../fixtures/mailbox.ts';
import { ageMails } from '../fixtures/passed-time.ts';
import { expect, test } from '../fixtures/test.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

test('a visitor makes every mistake once, books a demo from the home page, and verifies', async ({ page, watched, mailbox, leads }) => {
  watched.allow(/status of 4\d\d/);
  const email = 'mary.o-brien@example.com';
  await page.goto('/?utm_source=newsletter&utm_campaign=autumn');
  const dialog = await openDemo(page);

  await test.step('an empty form: every required field says so', async () => {
    await submit(page);
    await expect(dialog.getByText(contactMessages.invalid)).toBeVisible();
    for (const message of [
      'The name must contain only letters',
      'The surname must contain only letters',
      'Invalid email address',
      'Invalid phone number',
      'The role is required',
      'The company is required',
    ]) {
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
      await expect(dialog.getByText(message).first()).toBeVisible();
    }
    // The first faulty field has the focus; the heading stays visible.
    expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
    expect(await leads()).toEqual([]);
  });

  await test.step('a wrong value in each field says what is wrong', async () => {
    await field(page, 'Name').fill('M4ry');
    await field(page, 'Surname').fill('O@Brien');
    await field(page, 'Email').fill('mary@nowhere');
    await phone(page).fill('+39 call me');
    await submit(page);
    for (const name of ['Name', 'Surname', 'Email']) {
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    }
  });

  await test.step('the independent investor is asked for the net worth, and not for the company', async () => {
    await field(page, 'Role').selectOption(INDEPENDENT_INVESTOR);
    await expect(field(page, 'Net worth')).toBeVisible();
    await expect(field(page, 'Net worth').locator('option').first()).toHaveText('Select net your worth');
    await submit(page);
    await expect(dialog.getByText('The net worth is required').first()).toBeVisible();
    await field(page, 'Role').selectOption('Other');
    await expect(field(page, 'Net worth')).toHaveCount(0);
    await field(page, 'Other role').fill('Quantitative researcher');
  });

  await test.step('mended, it is received', async () => {
    await fillForm(dialog, contactForms.bookademo, {
      name: 'Mary',
      surname: "O'Brien",
      email: 'mary@exmaple.com',
      phone: '+39 02 1234567',
      role: 'Other',
      company: 'Brien & Sons',
    });
    await submit(page);
    await expect(dialog.getByText('We sent it to mary@exmaple.com.')).toBeVisible();
  });

  await test.step('its address was wrong: the form comes back as it was sent', async () => {
    await dialog.getByRole('button', { name: words.correct }).click();
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Other role')).toHaveValue('Quantitative researcher');
    await field(page, 'Email').fill(email);
    await submit(page);
    await expect(dialog.getByText(`We sent it to ${email}.`)).toBeVisible();
    await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
    await expect(dialog.getByText(contactMessages.success)).toBeVisible();
    await expect(field(page, 'Name')).toBeDisabled();
    await dialog.getByRole('button', { name: contactMessages.close, exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('opened again, it is empty', async () => {
    await openDemo(page);
    await expect(field(page, 'Name')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // Waits until the dialog's history entry is gone: a navigation before that would be cancelled.
    await page.waitForFunction(() => !history.state?.dialogs);
  });

  const link = await test.step('the mail arrives', async () => {
    const mail = await mailbox.waitFor(email, /^Confirm your address to book your demo$/);
    expect(mail.text).not.toContain('Mary');
    return linkIn(mail, LINK);
  });

  await test.step('its page has one button, and changes nothing by itself', async () => {
    await page.goto(link);
    await expect(page.locator('script')).toHaveCount(0);
    expect((await leadOf(leads, email)).status).toBe('unverified');
  });

  await test.step('the button verifies, and leads to the times of the demo', async () => {
    await page.getByRole('main').getByRole('button').click();
    await expect(page).toHaveURL(/\/meeting\?token=[\w-]+&confirmed=yes/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('EMAIL VERIFIED.');
    await expect(page.getByRole('button', { name: 'Book this time' })).toBeVisible();
  });

  const lead = await leadOf(leads, email);
  expect(lead).toMatchObject({ status: 'verified', caller: 'home_bad', form: 'bookademo', suspectedSpam: false });
  expect(lead.answers).toMatchObject({ role: 'Other: Quantitative researcher', company: 'Brien & Sons' });
  expect(lead.attribution).toMatchObject({
    page: '/?utm_source=newsletter&utm_campaign=autumn',
    utm: { source: 'newsletter', campaign: 'autumn' },
  });
  expect(lead.attribution.visitorId).toMatch(/^[\w-]{36}$/);
  await mailbox.waitFor(email, /Choose a time/);
  const notice = await mailbox.waitFor('sales@cognitivepro.example', /O'Brien/);
  expect(notice.text).toContain('Quantitative researcher');

  await test.step('the link again says that it is done, and leads on', async () => {
    await page.goto(link);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/formsent$/);
  });
});

inTurn(test, 0)('from the platform page, the link lands on its thank-you dialog', async ({ page, mailbox, leads }) => {
  const email = 'platform@example.com';
  await page.goto('/cognitivepro');
  await page.getByRole('main').getByRole('button', { name: 'Book a demo' }).first().click();
  await fillDemo(page, email);
  await submit(page);
  await expect(page.getByRole('dialog').getByText(contactMessages.successTitle)).toBeVisible();
  await page.goto(linkIn(await mailbox.waitFor(email), LINK));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/bookLanding$/);
  const thanks = page.getByRole('dialog');
  await expect(thanks.getByText('Thank You for Registering.')).toBeVisible();
  const times = await thanks.getByRole('link', { name: 'Or choose the time of your demo yourself, now.' }).getAttribute('href');
  expect((await page.request.get(times ?? '')).url()).toContain(`${MEETING_PATH}?`);
  await thanks.getByRole('button', { name: 'Ok' }).click();
  await expect(thanks).toBeHidden();
  expect(await leadOf(leads, email)).toMatchObject({ status: 'verified', caller: 'cognitive_bad' });
});

everyEighthRun(test, 7)(
  'a connection that drops keeps what was typed, and the second try is one lead',
  async ({ page, context, watched, leads }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|net::ERR|could not be sent/);
    const email = 'offline@example.com';
    await page.goto('/');
    const dialog = await openDemo(page);
    await fillDemo(page, email);

    await test.step('nothing arrives', async () => {
      await context.setOffline(true);
      await submit(page);
      await expect(dialog.getByText(contactMessages.failure)).toBeVisible();
      await expect(field(page, 'Name')).toHaveValue('Ada');
      await expect(field(page, 'Name')).toBeEditable();
    });

    await test.step('it arrives, but the answer is lost', async () => {
      await context.setOffline(false);
      await page.route('**/cognitivepro/forms/*', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(async () => (await leads()).filter((lead) => lead.email === email).length).toBe(1);
      await expect(dialog.getByText(contactMessages.failure)).toBeVisible();
    });

    await test.step('once more, after a reload, and it is the same lead', async () => {
      await page.unroute('**/cognitivepro/forms/*');
      await page.reload();
      await openDemo(page);
      await expect(field(page, 'Name')).toHaveValue('Ada');
      await submit(page);
      await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
      expect((await leads()).filter((lead) => lead.email === email)).toHaveLength(1);
    });
  },
);

inTurn(test, 1)('a machine that fills the unseen field is thanked, marked, and sent nothing', async ({ page, leads, mailbox }) => {
  const email = 'machine@example.com';
  await page.goto('/');
  const dialog = await openDemo(page);
  await fillDemo(page, email);
  await dialog.locator('input[name=website]').evaluate((input: HTMLInputElement) => (input.value = 'https://spam.example'));
  await submit(page);
  await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
  expect(await leadOf(leads, email)).toMatchObject({ suspectedSpam: true, status: 'unverified' });
  // Waits for the mail of a later lead: by then the suspected one would have had its own.
  const other = 'after-machine@example.com';
  await dialog.getByRole('button', { name: contactMessages.close, exact: true }).click();
  await openDemo(page);
  await fillDemo(page, other);
  await submit(page);
  await mailbox.waitFor(other);
  expect(await mailbox.to(email)).toEqual([]);
});

inTurn(test, 2)('an old link is explained, and brings a new one', async ({ page, mailbox, server, watched, request }) => {
  watched.allow(/status of 4\d\d/);
  const email = 'old-link@example.com';
  const body = { name: 'Ada', surname: 'Lovelace', email, phone: '+39 02 1', message: 'Hello' };
  expect((await request.post('/www/forms/home_cu', { data: body })).status()).toBe(201);
  const first = linkIn(await mailbox.waitFor(email), LINK);
  const mails = async () => (await mailbox.to(email)).length;
  // Links requested within ten seconds are sent as one mail.
  ageMails(server.dataDir, email);
  expect((await request.post('/verify/resend', { form: { email } })).status()).toBe(200);
  await expect.poll(mails, { timeout: 60_000 }).toBe(2);
  ageMails(server.dataDir, email);
  await page.goto(first);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/verify\/sent$/);
  await expect.poll(mails, { timeout: 60_000 }).toBe(3);
});

everyEighthRun(test, 2)('the dialog works by keyboard alone, keeps the focus, and gives it back', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Book a demo' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(field(page, 'Name')).toBeVisible();
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    // The focus may leave a modal dialog for the browser's interface, but not for the page below.
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

async function openDemo(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(field(page, 'Name')).toBeVisible();
  return dialog;
}

async function fillDemo(page: Page, email: string) {
  const answers = {
    name: 'Ada',
    surname: 'Lovelace',
    email,
    phone: '+39 02 1234567',
    role: 'Asset Manager',
    company: 'Analytical Engines',
  };
  await fillForm(page.getByRole('dialog'), contactForms.bookademo, answers);
}

function field(page: Page, label: string) {
  return page
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${label}\\b(?! dial)`), { exact: false })
    .first();
}

function phone(page: Page) {
  return page.getByRole('dialog').locator('input[type=tel]');
}

async function submit(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Book my demo' }).click();
}

async function leadOf(leads: () => Promise<Lead[]>, email: string) {
  const lead = (await leads()).find((one) => one.email === email);
  expect(lead, `a lead of ${email}`).toBeDefined();
  return lead!;
}
