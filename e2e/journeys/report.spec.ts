import { reportMessages } from '../../contract/forms/report.ts';
import { expect, hydrated, test } from '../fixtures/test.ts';
import { linkIn } from '../fixtures/mailbox.ts';
import { serveSmallReport } from '../fixtures/small-report.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

test('the report is asked for, with each mistake once, and shown after the click on the link', async ({ page, mailbox, leads }) => {
  const email = 'allocator@example.com';
  await page.goto('/getreport');
  await hydrated(page);
  const form = page.getByRole('region', { name: 'Request the report' });
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  for (const [label, wrong, message, right] of [
    ['Name', 'A', 'Something wrong in your name', 'Ada'],
    ['Last name', 'L', 'Something wrong in your last name', 'Lovelace'],
    ['Company', 'C', 'Something wrong in your company', 'Engines'],
    ['Email', 'ada@', 'This is not a valid email', email],
  ] as const) {
    const field = form
      .first()
      .getByLabel(new RegExp(`^${label}`))
      .first();
    await field.fill(wrong);
    await field.blur();
    await expect(page.getByText(message)).toBeVisible();
    await expect(submit).toBeDisabled();
    await field.fill(right);
    await expect(page.getByText(message)).toHaveCount(0);
  }
  await page.locator('input[type=tel]').fill('+39');
  await page.locator('input[type=tel]').blur();
  await expect(page.getByText('This is not a valid phone number')).toBeVisible();
  await page.locator('input[type=tel]').fill('+39 02 1234567');
  await expect(page.getByText('By clicking on Submit you agree to receive group updates.')).toBeVisible();
  await submit.click();
  const thanks = page.getByText('Request correctly sent! Please check your mailbox to complete the request. Thank you.');
  await expect(thanks).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(thanks).toHaveCount(0);

  await page.goto(linkIn(await mailbox.waitFor(email, /^Confirm your address to get the performance report$/), LINK));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/downloads\/pro$/);
  await expect(page.locator('canvas').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('main')).toContainText('Multi-Strategy');
  await expect(page.getByText('File downloaded!')).toBeVisible();
  const lead = (await leads()).find((one) => one.email === email);
  expect(lead).toMatchObject({ status: 'verified', form: 'report' });
  expect(lead?.attribution.visitorId).toBe(lead?.answers.uuid);
});

inTurn(test, 2)("'Loading...' until the PDF is here, then it shows; the word of it comes 1.5 s later", async ({ ownSession: { page } }) => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((open) => (release = open));
  await serveSmallReport(page);
  await page.route('**/resources/*.pdf', async (route) => {
    await gate;
    await route.fallback();
  });
  // Measured inside the page, because calls from the test are delayed on a busy machine.
  await page.addInitScript(() => {
    const shown: Shown = {};
    Object.assign(window, { shown });
    const look = () => {
      const text = document.querySelector('main')?.innerText ?? '';
      if (text.includes('Loading...')) shown.loading = true;
      else if (shown.loading && shown.file === undefined) {
        shown.file = performance.now();
        setTimeout(() => (shown.timer = performance.now()), 1500);
      }
      if (text.includes('File downloaded!')) shown.word ??= performance.now();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/downloads/pro');
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByText('Loading...')).toBeHidden();
  await expect(page.getByText('File downloaded!')).toBeVisible();
  const { file = 0, word = 0, timer = word } = await page.evaluate(() => (window as unknown as { shown: Shown }).shown);
  expect(word - file).toBeGreaterThan(1400);
  // Compared with a timer started at the same time, which a busy machine delays as well.
  expect(word - timer).toBeLessThan(3000);
});

/** Times by the page's clock in milliseconds: `file`: the PDF is shown; `word`: the message is shown; `timer`: 1.5 s after `file`. */
type Shown = { loading?: boolean; file?: number; word?: number; timer?: number };

inTurn(test, 2)('a report that is not there, and other types: 404 - Not Found', async ({ page, watched }) => {
  watched.allow(/status of 404/);
  const response = await page.goto('/downloads/other');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Not Found');
  await page.route('**/resources/*.pdf', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/downloads/pro');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Not Found');
});

inTurn(test, 0)('a request that fails says so, and keeps what was typed', async ({ page, watched }) => {
  watched.allow(/status of 500|could not be sent/);
  await page.route('**/cognitivepro/reports', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/www/reports', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/getreport');
  await hydrated(page);
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Company', 'Engines'],
    ['Email', 'report-again@example.com'],
  ] as const) {
    await page
      .getByRole('main')
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value);
  }
  await page.locator('input[type=tel]').fill('+39 02 1234567');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Something went wrong. Please retry later.')).toBeVisible();
  await expect(page.getByRole('main').getByLabel(/^Company/)).toHaveValue('Engines');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Something went wrong. Please retry later.')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  everyEighthRun(test, 5)(
    'the form comes back with its mistake and what was typed, and mended leads by mail to the report',
    async ({ page, watched, mailbox, leads }) => {
      watched.allow(/status of 422/);
      const email = 'plain-reader@example.com';
      const field = (label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label}\\W*$`));
      const submit = page.getByRole('main').getByRole('button', { name: 'Submit' });
      await page.goto('/getreport');
      await expect(page.getByRole('main').getByRole('combobox'), 'a list that nothing would read').toHaveCount(0);
      const typed = { Name: 'Ada', 'Last name': 'Lovelace', Company: '3M', Phone: '(020) 7946.0018', Email: email };
      for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
      await submit.click();

      await expect(page.getByText('Some errors in your form.')).toBeVisible();
      await expect(page.getByText('Something wrong in your company')).toBeVisible();
      await expect(field('Company')).toHaveAttribute('aria-invalid', 'true');
      for (const [label, value] of Object.entries(typed)) await expect(field(label)).toHaveValue(value);
      await field('Company').fill('Three-M');
      await submit.click();
      await expect(page).toHaveURL(/\/getreport\/sent$/);
      await expect(page.getByText(reportMessages.success)).toBeVisible();

      await page.goto(linkIn(await mailbox.waitFor(email), LINK));
      await page.getByRole('main').getByRole('button').click();
      await expect(page).toHaveURL(/\/downloads\/pro$/);
      expect((await leads()).filter((lead) => lead.email === email)).toMatchObject([
        {
          status: 'verified',
          form: 'report',
          answers: { company: 'Three-M', phone: '(020) 79460018' },
          attribution: { page: '/getreport' },
        },
      ]);
    },
  );
});
