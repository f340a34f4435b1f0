import type { Page } from '@playwright/test';
import { careerForm, careerMessages } from '../../contract/forms/career.ts';
import { limits } from '../../contract/limits.ts';
import { postings } from '../../site/content/postings.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { applicationsOf, cvOf, makePdf, sha256 } from '../fixtures/applications.ts';
import { openCuttableProxy } from '../fixtures/cuttable-proxy.ts';
import { expect, hydrated, test } from '../fixtures/test.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const cv = careerForm.file!;
const titles = postings.map(({ title2 }) => title2);

test('a spontaneous application: every mistake once, every bad CV once, then it arrives', async ({ page, server, mailbox }) => {
  const email = 'grace@example.com';
  await page.goto('/careers');
  await hydrated(page);
  const form = formOf(page);
  await expect(submitOf(page)).toBeDisabled();
  await expect(form.getByRole('checkbox')).not.toBeChecked();

  await test.step('each field says what is wrong as it is left', async () => {
    for (const [label, wrong, message] of [
      ['Name', 'G', 'Something wrong in your name'],
      ['Last name', 'H0pper', 'Something wrong in your lastname'],
      ['Email', 'grace@nowhere', 'This is not a valid email'],
      ['Phone', '+39 1', 'This is not a valid phone number'],
      ['Message', 'Too short.', 'Min 30 chars, max 100'],
    ] as const) {
      await expect(form.getByText(message)).toHaveCount(0);
      await fieldOf(page, label).fill(wrong);
      await fieldOf(page, label).blur();
      await expect(form.getByText(message)).toBeVisible();
      await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true');
    }
    await fieldOf(page, 'Message').fill('x'.repeat(101));
    await expect(form.getByText('Min 30 chars, max 100')).toBeVisible();
    await expect(submitOf(page)).toBeDisabled();
  });

  await test.step('an empty field counts as wrong, too', async () => {
    await fieldOf(page, 'Name').fill('');
    await expect(form.getByText('Something wrong in your name')).toBeVisible();
  });

  await test.step('mended, each message goes; the CV is still missing', async () => {
    await fill(page, email);
    for (const message of ['Something wrong', 'not a valid', 'Min 30']) await expect(form.getByText(message)).toHaveCount(0);
    await fileOf(page).focus();
    await fileOf(page).blur();
    await expect(form.getByText('File is required')).toBeVisible();
    await expect(submitOf(page)).toBeDisabled();
  });

  await test.step('each kind of bad CV says what is wrong with it', async () => {
    for (const [name, content, message] of [
      ['page.pdf', Buffer.from('<html>not a PDF, whatever its name says</html>'), cv.messages.type],
      ['nothing.pdf', Buffer.alloc(0), cv.messages.empty],
      ['large.pdf', makePdf(limits.cv + 1), cv.messages.size],
      ['locked.pdf', Buffer.from('%PDF-1.7\ntrailer<</Encrypt 5 0 R>>'), cv.messages.protected],
    ] as const) {
      await choose(page, name, content);
      await expect(form.getByText(name).first()).toBeVisible();
      await expect(form.getByText(message)).toBeVisible();
      await expect(submitOf(page)).toBeDisabled();
    }
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect(form.getByText('locked.pdf')).toHaveCount(0);
    await expect(form.getByText('File is required')).toBeVisible();
  });

  const content = makePdf(limits.cv);
  await test.step('a good one is dropped on the form, with its name and size', async () => {
    await drop(page, 'grace.pdf', content);
    await expect(form.getByText('grace.pdf').first()).toBeVisible();
    await expect(form.getByText('3.00 MB')).toBeVisible();
    await expect(submitOf(page)).toBeEnabled();
  });

  await test.step('it is sent, says so, and leaves the form empty', async () => {
    await submitOf(page).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(careerMessages.success)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'CLOSE' }).click();
    await expect(dialog).toBeHidden();
    await expect(fieldOf(page, 'Email')).toHaveValue('');
    await expect(form.getByText('grace.pdf')).toHaveCount(0);
    await expect(submitOf(page)).toBeDisabled();
  });

  const [application] = (await applicationsOf(server)).filter((one) => one.email === email);
  expect(application).toMatchObject({
    suspectedSpam: false,
    answers: { name: 'Grace', lastname: 'Hopper', subject: 'Generic', accept_newsletter: 'false' },
    cv: { name: 'grace.pdf', size: limits.cv, sha256: sha256(content) },
  });
  expect(sha256(cvOf(server, application!.id))).toBe(sha256(content));
  await mailbox.waitFor(email);
  const notice = await mailbox.waitFor('careers@cognitivepro.example', /Grace|Hopper|Generic/);
  expect(notice.attachments).toEqual([]);
});

everyEighthRun(test, 0)(
  'the connection cut at half of the upload: nothing is lost, and the second try is one application',
  async ({ page, server, watched }) => {
    const proxy = await openCuttableProxy(server.url);
    watched.allow(new RegExp(`third party: ${proxy.url}|Failed to load resource|net::ERR|could not be sent`));
    const email = 'cut@example.com';
    const content = makePdf(2_800_000);
    try {
      await page.goto(`${proxy.url}/careers`);
      await hydrated(page);
      await fill(page, email);
      await formOf(page).getByRole('checkbox').check();
      await choose(page, 'cut.pdf', content);
      const keys: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'] ?? '');
      });

      proxy.cutAfter(content.length / 2);
      await submitOf(page).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(careerMessages.failure)).toBeVisible();
      await expectAccessible(page);
      expect(proxy.cuts()).toBeGreaterThan(0);
      expect((await applicationsOf(server)).filter((one) => one.email === email)).toEqual([]);
      await dialog.getByRole('button', { name: 'CLOSE' }).click();
      await expect(fieldOf(page, 'Name')).toHaveValue('Grace');
      await expect(fieldOf(page, 'Message')).toHaveValue(/compilers/);
      await expect(formOf(page).getByRole('checkbox')).toBeChecked();
      await expect(formOf(page).getByText('cut.pdf').first()).toBeVisible();

      await submitOf(page).click();
      await expect(dialog.getByText(careerMessages.failure)).toBeVisible();
      proxy.cutAfter(undefined);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(dialog.getByText(careerMessages.success)).toBeVisible();
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    } finally {
      await page.goto('about:blank');
      await proxy.close();
    }
    const sent = (await applicationsOf(server)).filter((one) => one.email === email);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ answers: { accept_newsletter: 'true' }, cv: { sha256: sha256(content) } });
    expect(sha256(cvOf(server, sent[0]!.id))).toBe(sha256(content));
  },
);

inTurn(test, 1)('while it uploads it says so, by how much, and can be closed without being stopped', async ({ page, server }) => {
  const email = 'slow@example.com';
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/recruiting/applications', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/careers');
  await hydrated(page);
  await fill(page, email);
  await choose(page, 'slow.pdf', makePdf(200_000));
  await submitOf(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(careerMessages.sending)).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'CLOSE' }).click();
  await expect(dialog).toBeHidden();
  await expect(formOf(page).getByRole('button', { name: careerMessages.sending })).toBeDisabled();
  answer();
  await expect(dialog.getByText(careerMessages.success)).toBeVisible();
  expect((await applicationsOf(server)).filter((one) => one.email === email)).toHaveLength(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  everyEighthRun(test, 6)('every position is listed and leads to its page; the form is there', async ({ page }) => {
    await page.goto('/careers');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles);
    await expect(fileOf(page)).toBeVisible();
    await expect(submitOf(page).filter({ visible: true })).toHaveCount(1);
    await page.getByRole('link', { name: `Apply now for ${postings[0]!.title2}`, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(postings[0]!.title2);
  });
});

async function expectAccessible(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([]);
}

function formOf(page: Page) {
  return page.getByRole('main').locator('form');
}

function fieldOf(page: Page, label: string) {
  return formOf(page).getByLabel(new RegExp(`^${label}\\W*$`));
}

function fileOf(page: Page) {
  return formOf(page).locator('input[type=file]');
}

function submitOf(page: Page) {
  return formOf(page).getByRole('button', { name: 'Submit' });
}

async function fill(page: Page, email: string) {
  await fieldOf(page, 'Name').fill('Grace');
  await fieldOf(page, 'Last name').fill('Hopper');
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Phone').fill('+39-0212345678');
  await fieldOf(page, 'Message').fill('I have written compilers, and taught others to.');
}

async function choose(page: Page, name: string, buffer: Buffer) {
  await fileOf(page).setInputFiles({ name, mimeType: 'application/pdf', buffer });
}

async function drop(page: Page, name: string, content: Buffer) {
  const transfer = await page.evaluateHandle(
    ([base64, fileName]) => {
      const bytes = Uint8Array.from(atob(base64!), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName!, { type: 'application/pdf' }));
      return data;
    },
    [content.toString('base64'), name],
  );
  const zone = fileOf(page).locator('xpath=..');
  for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer });
}
