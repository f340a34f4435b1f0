import type { Locator, Page } from '@playwright/test';
import { consentWords } from '../site/content/consent.ts';
import { accessibilityFaults } from './fixtures/accessibility.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun, inTurn, rotated } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 2);

/** `holds`: a check that must pass at every width. `hasTwin`: a neighbour shows it in the other theme, and each run tests one of both. */
type State = {
  name: string;
  path: string;
  widths: readonly number[];
  open: (page: Page) => Promise<void>;
  holds?: (page: Page) => Promise<void>;
  hasTwin?: true;
};

const WIDTHS = [360, 820, 1440];

const states: readonly State[] = [
  { name: 'the drawer', path: '/', widths: [360, 820], open: openDrawer, hasTwin: true },
  { name: 'the drawer, dark', path: '/cognitivepro', widths: [360, 820], open: openDrawer, hasTwin: true },
  { name: 'all four cards', path: '/cognitivepro', widths: WIDTHS, open: openCards },
  { name: 'thanks for registering', path: '/bookLanding', widths: WIDTHS, open: (page) => expect(page.getByRole('dialog')).toBeVisible() },
  { name: 'the demo form', path: '/', widths: WIDTHS, open: (page) => openForm(page, 'Book a demo'), holds: showsFaults, hasTwin: true },
  {
    name: 'the demo form, dark',
    path: '/cognitivepro',
    widths: WIDTHS,
    open: (page) => openForm(page, 'Book a demo'),
    holds: showsFaults,
    hasTwin: true,
  },
  { name: 'the generic form', path: '/ecosystem', widths: WIDTHS, open: (page) => openForm(page, 'Contact us'), holds: showsFaults },
  { name: 'the cookie settings, dark', path: '/cognitivepro', widths: WIDTHS, open: openConsent },
  { name: 'full analytics', path: '/insights/landing', widths: WIDTHS, open: openAnalytics, holds: showsWholeRisk },
  { name: 'a refused login', path: '/login', widths: WIDTHS, open: refuseLogin },
];

for (const [place, { name, path, widths, open, holds, hasTwin }] of states.entries()) {
  (hasTwin ? inTurn(test, place, 2) : test)(`${name} on ${path}: accessible, at every width without side scroll`, async ({ page }) => {
    await page.setViewportSize({ width: widths[0]!, height: 900 });
    await page.goto(path);
    await hydrated(page);
    await open(page);
    for (const width of widths) {
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await holds?.(page);
        if (width === widths[place % widths.length]) expect(await accessibilityFaults(page)).toEqual([]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
      });
    }
  });
}

const forms: ReadonlyArray<{ path: string; opener?: string; right: Readonly<Record<string, string>>; wrong: string }> = [
  { path: '/contacts', right: { Name: 'Ada', Email: 'open-states@example.com' }, wrong: 'Subject' },
  { path: '/getreport', right: { Name: 'Ada', 'Last name': 'King' }, wrong: 'Company' },
  { path: '/careers', right: { Name: 'Ada', 'Last name': 'King' }, wrong: 'Email' },
  { path: '/ecosystem', opener: 'Contact us', right: { Name: 'Ada', Surname: 'King' }, wrong: 'Email' },
];

const WINDOWS = [
  [1440, 900],
  [390, 844],
  [360, 640],
] as const;

for (const [place, { path, opener, right, wrong }] of forms.entries()) {
  test(`${path}: a press with mistakes shows that there are some, and the first of them, in one window`, async ({ page }) => {
    for (const [width, height] of rotated(WINDOWS, place)) {
      await test.step(`${width} by ${height} px`, async () => {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await hydrated(page);
        if (opener) await page.getByRole('main').getByRole('button', { name: opener }).first().click();
        const form = opener ? page.getByRole('dialog') : page.getByRole('main').locator('form');
        await expectSeen(form, 'Name');
        if (height > 640) return;
        for (const [name, text] of Object.entries(right)) await form.getByRole('textbox', { name, exact: true }).fill(text);
        await expectSeen(form, wrong);
      });
    }
  });
}

/** Submits by Enter on the button. The summary and the first faulty field must be visible, not covered by the header. */
async function expectSeen(form: Locator, wrong: string) {
  await form.locator('button[type=submit]').press('Enter');
  const summary = form.getByText('Some errors in your form.');
  const field = form.getByRole('textbox', { name: wrong, exact: true });
  await expect(field).toBeFocused();
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(field).toBeInViewport({ ratio: 1 });
  for (const seen of [summary, field]) {
    const onTop = await seen.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + 4, y + 4));
    });
    expect(onTop, 'nothing lies over it').toBe(true);
  }
}

async function openAnalytics(page: Page) {
  await page.getByRole('button', { name: 'Show More about Global Trend' }).click();
  await expect(page.getByRole('heading', { name: 'Risk' })).toBeVisible();
}

/** No column of the risk table may lie beyond the edge of its region. */
async function showsWholeRisk(page: Page) {
  const beyond = await page.getByRole('region', { name: 'Risk' }).evaluate((area) => area.scrollWidth - area.clientWidth);
  expect(beyond, 'pixels beyond the edge of the table').toBeLessThanOrEqual(0);
}

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
}

async function openCards(page: Page) {
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all()) {
    await card.getByRole('button', { name: 'Discover more' }).click();
    await expect(card.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect.poll(() => card.getByRole('listitem').count()).toBeGreaterThanOrEqual(3);
    expect(await card.getByRole('listitem').count()).toBeLessThanOrEqual(4);
  }
}

async function openForm(page: Page, button: string) {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Surname')).toBeVisible();
}

async function showsFaults(page: Page) {
  const dialog = page.getByRole('dialog');
  // The submit button is visible, however long the dialog is.
  await expect(dialog.locator('button[type=submit]')).toBeInViewport({ ratio: 1 });
  // Its error summary, too.
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByText('Some errors in your form.')).toBeInViewport();
}

async function openConsent(page: Page) {
  await page.getByRole('button', { name: consentWords.banner.choose }).click();
  await expect(page.getByRole('dialog', { name: consentWords.dialog.title })).toBeVisible();
}

async function refuseLogin(page: Page) {
  await page.getByLabel('Email').fill('open-states@example.com');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
}
