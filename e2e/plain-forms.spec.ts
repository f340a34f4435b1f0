import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { apiPaths } from '../contract/api.ts';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from '../contract/forms/contact.ts';
import { contactMessages } from '../contract/forms/contact-messages.ts';
import { careerForm, careerMessages } from '../contract/forms/career.ts';
import { postings } from '../site/content/postings.ts';
import { postingPath } from '../contract/posting.ts';
import { applicationsOf } from './fixtures/applications.ts';
import { accessibilityFaults } from './fixtures/accessibility.ts';
import { sampleCv } from '../server/recruiting/sample-cv.ts';
import { expect, test } from './fixtures/test.ts';
import { everyEighthRun, inTurn } from '../server/testing/rotation.testing.ts';

/* Every form in a browser without JavaScript, and a check that no built form puts personal data into an address. */

const dist = process.env.BUILD ?? join(import.meta.dirname, '../dist');

test('no form in any built page sends by GET what a person types', async ({ page }) => {
  const { pages } = JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8')) as { pages: Record<string, { file: string }> };
  let forms = 0;
  for (const [path, { file }] of Object.entries(pages)) {
    const found = await page.evaluate(formsIn, readFileSync(join(dist, 'site', file), 'utf8'));
    expect([path, found.faults]).toEqual([path, []]);
    forms += found.forms;
  }
  expect(forms, 'forms in the build').toBeGreaterThan(10);
});

/** How many forms a document has, and what of it would stand in an address. */
function formsIn(html: string): { forms: number; faults: string[] } {
  const found = new DOMParser().parseFromString(html, 'text/html');
  const all = <E extends Element>(selector: string) => [...found.querySelectorAll<E>(selector)];
  // Select fields are allowed: a choice, such as a meeting's time zone, is not personal data.
  const typed = all<HTMLInputElement>('input:not([type=hidden], [type=submit], [type=button], [type=image]), textarea');
  const isSafe = (form: HTMLFormElement) => ['post', 'dialog'].includes(form.method);
  return {
    forms: found.forms.length,
    faults: [
      ...typed.filter(({ form, name }) => name !== '' && (form === null || !isSafe(form))).map(({ name }) => name),
      ...all<HTMLButtonElement>('[formmethod]').flatMap(({ formMethod, textContent }) => (formMethod === 'get' ? [textContent] : [])),
    ],
  };
}

inTurn(test, 0)('nobody is kept out of a form’s page, with its errors or without', async ({ page, watched }) => {
  watched.allow(/status of 422/);
  for (const path of ['/form/home_bad', '/form/home_cu']) {
    await page.goto(path);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('main').locator('[type=submit]').click();
    await expect(page.getByRole('main').getByText(contactMessages.invalid)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'multipart/form-data' });
    document.body.append(form);
    form.submit();
  }, apiPaths.applications);
  await expect(page.getByText(careerForm.file!.messages.missing)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('what opens the dialog is a link to its form, which comes back with its errors, and is sent', async ({ page, watched, leads }) => {
    watched.allow(/status of 422/);
    const email = 'demo@plain.example';
    await page.goto('/');
    await page.getByRole('main').getByRole('button', { name: 'Book a demo' }).first().click();
    await expect(page).toHaveURL(/\/form\/home_bad$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a demo');
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/cognitivepro$/);
    await fieldOf(page, 'Name').fill('Ada');
    await fieldOf(page, 'Email').fill('x');
    await fieldOf(page, 'Role').selectOption(INDEPENDENT_INVESTOR);
    await submit(page, 'Book my demo');
    await expect(page.getByRole('main').getByText(contactMessages.invalid)).toBeVisible();
    await expect(page.getByText(contactForms.bookademo.catalogue.netWorth!.missing)).toBeVisible();
    await expect(page.getByText(contactForms.bookademo.catalogue.company!.missing)).toBeHidden();
    await expect(fieldOf(page, 'Role')).toHaveValue(INDEPENDENT_INVESTOR);
    await expect(fieldOf(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
    await fieldOf(page, 'Surname').fill('Lovelace');
    await fieldOf(page, 'Email').fill(email);
    await fieldOf(page, 'Phone').fill('+44 (0)20 7946 0958');
    await fieldOf(page, 'Role').selectOption(OTHER_ROLE);
    await fieldOf(page, 'Other role').fill('Actuary');
    await fieldOf(page, 'Company').fill('Engines');
    await submit(page, 'Book my demo');
    await expect(page).toHaveURL(/\/form\/sent$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(contactMessages.successTitle);
    const [lead, ...others] = (await leads()).filter((one) => one.email === email);
    expect([lead?.caller, lead?.answers.role, lead?.answers.phone, others]).toEqual(['home_bad', 'Other: Actuary', '+44 20 7946 0958', []]);
  });

  everyEighthRun(test, 7)(
    'what was typed is there again after a press without a connection, and after another page',
    async ({ page, context, watched }) => {
      watched.allow(/ERR_INTERNET_DISCONNECTED/);
      for (const path of ['/form/home_bad', '/contacts']) {
        await page.goto(path);
        await fieldOf(page, 'Email').fill('ada@plain-forms.internal');
        // Chromium stores what was typed a second later. A person is never quicker: the other field is typed at a person's pace.
        await fieldOf(page, 'Name').pressSequentially('Ada Lovelace', { delay: 150 });
        await context.setOffline(true);
        await page.getByRole('main').locator('[type=submit]').filter({ visible: true }).click();
        await page.waitForURL(/^chrome-error:/);
        await context.setOffline(false);
        await page.goBack();
        await expect(fieldOf(page, 'Email')).toHaveValue('ada@plain-forms.internal');
        await page.goto('/about');
        await page.goBack();
        await expect(fieldOf(page, 'Email')).toHaveValue('ada@plain-forms.internal');
      }
      const answer = await page.request.get('/form/home_bad');
      expect(answer.headers()['cache-control'], 'over https a browser keeps nothing that is typed into a page of no-store').toBe(
        'no-cache',
      );
    },
  );

  inTurn(test, 2)('a paper is asked for by its name', async ({ page, leads }) => {
    const email = 'paper@plain.example';
    await page.goto('/insights');
    const [paper] = await page.getByRole('main').locator('a[href^="/form/paper_"]').all();
    await paper!.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Get “.+”$/);
    for (const [label, text] of [
      ['Name', 'Ada'],
      ['Surname', 'Lovelace'],
      ['Email', email],
      ['Company', 'Engines'],
    ] as const)
      await fieldOf(page, label).fill(text);
    await fieldOf(page, 'Role').selectOption('Asset Manager');
    await submit(page, 'Get the paper');
    await expect(page).toHaveURL(/\/form\/sent$/);
    const [lead] = (await leads()).filter((one) => one.email === email);
    expect(lead?.about).toMatchObject({ kind: 'paper', name: expect.any(String) });
  });

  everyEighthRun(test, 3)(
    'an application is sent with its CV, and keeps its position through an error',
    async ({ page, watched, server }) => {
      watched.allow(/status of 422/);
      const position = postings.at(-1)!;
      const email = 'applicant@plain.example';
      await page.goto(postingPath(position));
      await fieldOf(page, 'Name').fill('Grace');
      await fieldOf(page, 'Email').fill(email);
      await fieldOf(page, 'Phone').fill('+44 (0)20 7946 0958');
      await fieldOf(page, 'Message').fill('I have written compilers, and taught others to.');
      await page.getByRole('main').getByRole('checkbox').check();
      await expect(page.locator('input[type=file]')).toBeVisible();
      await submit(page, 'Submit');
      await expect(page).not.toHaveURL(/\?/);
      await expect(page.getByText(careerForm.catalogue.lastname!.missing)).toBeVisible();
      await expect(page.getByText(careerForm.file!.messages.missing)).toBeVisible();
      await expect(page.getByRole('main').getByText(position.title2)).toBeVisible();
      await expect(fieldOf(page, 'Email')).toHaveValue(email);
      await expect(page.getByRole('main').getByRole('checkbox')).toBeChecked();
      await fieldOf(page, 'Last name').fill('Hopper');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: sampleCv(['Grace Hopper']) });
      await submit(page, 'Submit');
      await expect(page).toHaveURL(/\/careers\/sent$/);
      await expect(page.getByText(careerMessages.success)).toBeVisible();
      const [application] = (await applicationsOf(server)).filter((one) => one.email === email);
      expect(application?.answers).toMatchObject({ subject: position.title2, phone: '+442079460958' });
    },
  );
});

function fieldOf(page: Page, label: string) {
  return page.getByRole('main').getByLabel(new RegExp(`^${label}\\W*$`));
}

async function submit(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name }).filter({ visible: true }).click();
}
