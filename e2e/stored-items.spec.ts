import type { Page } from '@playwright/test';
import { contactForms } from '../contract/forms/contact.ts';
import { consentWords } from '../site/content/consent.ts';
import { fillForm } from './fixtures/fill-form.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun, inTurn } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 5);

/* A complete visit with each kind of settings: afterwards the browser stores exactly what the cookie policy lists. */

const provider = { CONSENT_ID: '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11' };
const services = { GTM_ID: 'GTM-TEST123', MARKETING_URL: 'https://events.example.com/track', FLAGS_URL: 'https://flags.example.com' };

/** Each case with the first-party items that it does not store: with a consent provider there is no consent cookie of ours. */
const cases: Array<[name: string, env: Record<string, string>, missing: string[]]> = [
  ['nothing is set', {}, []],
  ['services are set', services, []],
  ['a provider and services are set', { ...services, ...provider }, ['consent']],
];

for (const [place, [name, settings, missing]] of cases.entries())
  test.describe(`where ${name}`, () => {
    test.use({ settings });

    inTurn(test, place)('what a browser keeps is what the policy lists', async ({ ownSession: { context, page, watched } }) => {
      watched.allow(/third party|Failed to load resource|could not be sent/);
      // Fake tags set the cookies that the policy names for them.
      await context.route(/^https:\/\/(?!localhost)/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'document.cookie = "_ga=1; path=/"; document.cookie = "_gcl_au=1; path=/";',
        }),
      );
      const held = [...(await visit(page, 'CONSENT_ID' in settings))];
      await page.goto('/cookies');
      const listed = await page.locator('#declaration ~ * code, section:has(#declaration) code').allTextContents();
      const ours = listed.filter((item) => !/^(?:_g|CookieConsent)/.test(item));
      const isOf = (kept: string, item: string) => (item.endsWith('…') ? kept.startsWith(item.slice(0, -1)) : kept === item);
      expect(held.filter((kept) => !listed.some((item) => isOf(kept, item)))).toEqual([]);
      expect(ours.filter((item) => !held.some((kept) => isOf(kept, item)))).toEqual([]);
      for (const item of missing) expect(listed).not.toContain(item);
    });
  });

/** @returns the names of all items stored at any time during the visit */
async function visit(page: Page, provided: boolean): Promise<Set<string>> {
  const held = new Set<string>();
  const look = async () => {
    const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    for (const one of [...stored, ...(await page.context().cookies()).map((cookie) => cookie.name)]) held.add(one);
  };
  await page.goto('/?utm_source=letter');
  await hydrated(page);
  if (!provided) await page.getByRole('button', { name: consentWords.banner.accept }).click();
  await look();
  for (const path of ['/contacts', '/getreport', '/careers', '/login']) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('main').locator('input[type=email]').fill('stored-items@example.com');
    await look();
  }
  await page.goto('/insights/landing');
  await hydrated(page);
  await page
    .getByRole('button', { name: /Show More/ })
    .first()
    .click();
  // Waits for the analytics: leaving the page earlier would abort their call.
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Growth of 100/ })).toBeVisible();
  await look();
  await page.goto('/cognitivepro#confirm');
  await sendDemo(page, look);
  await look();
  return held;
}

/** Sends the form twice: the first attempt loses its connection. */
async function sendDemo(page: Page, look: () => Promise<void>) {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Book a demo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Book a demo' });
  await fillForm(dialog, contactForms.bookademo, { email: 'stored-items@example.com' });
  await page.route('**/cognitivepro/forms/*', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Book my demo' }).click();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await look();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Verify your email')).toBeVisible();
}
