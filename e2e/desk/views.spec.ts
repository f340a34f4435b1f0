import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk, type OpenDesk } from '../fixtures/desk-page.ts';

// One browser's visit, told in steps.
test.describe.configure({ mode: 'serial' });

let desk: OpenDesk;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser);
});

test.afterAll(() => desk.close());

test('with every role the navigation stands in a window of 720 px, and on a phone behind one button', async () => {
  const { page } = desk;
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(views.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Ada Rossi' })).toBeInViewport({ ratio: 1 });
  expect(await page.locator('header').evaluate((side) => side.scrollHeight <= side.clientHeight)).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(views.getByRole('link', { name: 'Leads' })).toBeInViewport({ ratio: 1 });
  await expect(views.getByRole('link', { name: 'Settings' })).toBeHidden();
  await views.getByRole('button', { name: 'More' }).click();
  await expect(views.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await views.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(views.getByRole('link', { name: 'Settings' })).toBeHidden();

  await page.getByRole('button', { name: 'Ada Rossi' }).click();
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
});
