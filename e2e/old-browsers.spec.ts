import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { contactMessages } from '../contract/forms/contact-messages.ts';
import { contactForms } from '../contract/forms/contact.ts';
import { contactPageMessages } from '../contract/forms/contact-page.ts';
import { reportDownload } from '../site/content/downloads.ts';
import { fillForm } from './fixtures/fill-form.ts';
import { serveSmallReport } from './fixtures/small-report.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 1);

/* Browsers on phones without system updates, represented by iOS 15.4. The site works there completely, or as it does without scripts. */

test('no style of a page asks for a window in words that iOS 15 does not read', () => {
  const folder = join(process.env.BUILD ?? join(import.meta.dirname, '../dist'), 'site');
  const files = readdirSync(folder, { recursive: true }).map(String);
  const queries = files
    .filter((file) => /\.(?:html|css)$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/@media[^{]*(?=\{)/g) ?? []);
  expect(queries.length).toBeGreaterThan(100);
  expect(queries.filter((query) => /[<>]|not \(/.test(query))).toEqual([]);
});

test('everything works in a browser that knows what iOS 15 knows', async ({ ownSession: { page }, leads }) => {
  await page.addInitScript(forgetWhatIsNew);
  const email = 'old-phone@example.com';
  await page.goto('/?utm_source=letter');
  await hydrated(page);
  await demo(page).click();
  const dialog = page.getByRole('dialog', { name: 'Book a demo' });
  await fillForm(dialog, contactForms.bookademo, { email, phone: '+44 (0)20 7946 0958' });
  await dialog.getByRole('button', { name: 'Book my demo' }).click();
  await expect(dialog.getByText(contactMessages.successTitle)).toBeVisible();
  expect((await leads()).filter((lead) => lead.email === email)).toMatchObject([
    { answers: { phone: '+44 20 7946 0958' }, attribution: { page: '/?utm_source=letter', utm: { source: 'letter' } } },
  ]);
  await page.goto('/contacts');
  await hydrated(page);
  await writeMessage(page, email);
  await page.goto('/insights/landing');
  await hydrated(page);
  await page
    .getByRole('button', { name: /Show More/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 640 });
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await page.route('**/assets/client-*.js', (route) => pressed.then(() => route.continue()));
  await page.goto('/cognitivepro', { waitUntil: 'commit' });
  // The menu opens by an invoker command, which this browser lacks: the page's script, once loaded, carries out the earlier press.
  await page.getByRole('button', { name: 'Open the menu' }).click();
  press();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
});

test('a page whose script does not run has the forms and links of one without scripts', async ({ ownSession: { page, watched } }) => {
  watched.allow(/Failed to load resource|status of 422/);
  await page.route('**/assets/client-*.js', (route) => route.abort());
  const email = 'no-client@example.com';
  await page.goto('/contacts');
  // Submitted before the page knows that its script fails to load: no submission may be lost.
  await submitOf(page).click({ force: true });
  await expect(page.getByText(contactPageMessages.invalid)).toBeVisible();
  await writeMessage(page, email);
  await page.goto('/getreport');
  await expect(submitOf(page)).toBeEnabled();
  await submitOf(page).click();
  await expect(page.getByText('Something wrong in your company')).toBeVisible();
  await page.goto('/');
  await demo(page).click();
  await expect(page).toHaveURL(/\/form\/home_bad$/);
});

test('a form whose code never comes is sent by itself, and one of a dialog is a page', async ({ ownSession: { page, watched } }) => {
  watched.allow(/Failed to load resource|status of 422/);
  await page.route(/\/assets\/(?:hydrate|contact-dialog)-/, (route) => route.abort());
  await page.goto('/contacts');
  await submitOf(page).click({ force: true });
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await submitOf(page).click();
  await expect(page.getByText(contactPageMessages.invalid)).toBeVisible();
  await page.goto('/');
  await demo(page).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/form\/home_bad$/);
});

test('a report that the browser cannot draw is there to be saved, and is not called missing', async ({ ownSession: { page, watched } }) => {
  watched.allow(/Failed to load resource/);
  await serveSmallReport(page);
  await page.route('**/assets/pdf-view-*.js', (route) => route.abort());
  await page.goto('/downloads/pro');
  await expect(page.getByText(reportDownload.drawFailed)).toBeVisible();
  await expect(page.getByText(reportDownload.downloaded)).toBeVisible();
  await expect(page.getByRole('link', { name: reportDownload.save })).toBeVisible();
});

async function writeMessage(page: Page, email: string) {
  const main = page.getByRole('main');
  const message = 'How do you keep tomorrow’s data out of yesterday’s test?';
  for (const [label, text] of Object.entries({ Name: 'Ada', Email: email, Subject: 'Old phones', Message: message }))
    await main.getByLabel(new RegExp(`^${label}\\W*$`)).fill(text);
  await submitOf(page).click();
  await expect(page.getByText(contactPageMessages.success)).toBeVisible();
}

function submitOf(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Submit' }).first();
}

function demo(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Book a demo' }).first();
}

/** Removes browser features that came with iOS 16 or later, and those that Safari does not have. */
function forgetWhatIsNew(): void {
  const gone: Array<[of: object | undefined, names: string[]]> = [
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [RegExp, ['escape']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [HTMLButtonElement.prototype, ['commandForElement', 'command']],
    [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
    [Document.prototype, ['startViewTransition', 'prerendering', 'browsingTopics']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
      ['map', 'filter', 'toArray', 'some', 'find', 'take', 'drop'],
    ],
    [globalThis, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'CloseWatcher', 'trustedTypes', 'Iterator']],
  ];
  for (const [of, names] of gone) for (const name of names) if (of) delete (of as Record<string, unknown>)[name];
  addEventListener('command', (event) => event.preventDefault(), true);
  // Of the rendering metrics only the first paints are reported.
  Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { get: () => ['mark', 'measure', 'navigation', 'paint', 'resource'] });
}
