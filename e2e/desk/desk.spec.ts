import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { expectViewsAccessible } from '../fixtures/accessibility.ts';
import { ADMINISTRATOR, openDesk, type OpenDesk } from '../fixtures/desk-page.ts';
import { commandLine } from '../fixtures/server.ts';

// One visit in one browser; each test continues from the one before.
test.describe.configure({ mode: 'serial' });

let desk: OpenDesk;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser);
  ({ context, page } = desk);
  await commandLine(desk.server, ['desk', 'sample', '150']);
});

test.afterAll(() => desk.close());

test('whoever opens a lead from a mail signs in first, and comes back to it', async () => {
  await context.clearCookies();
  await page.goto('/leads?view=waiting');
  await expect(page).toHaveURL(/\/sign-in$/);
  await desk.signInByLink(page, ADMINISTRATOR.address);
  await expect(page).toHaveURL(/\/leads\?view=waiting$/);
  await expect(page.getByRole('button', { name: 'To answer' })).toHaveAttribute('aria-pressed', 'true');
});

test('a lead is found, opened and worked by keyboard', async () => {
  await page.getByRole('button', { name: 'All' }).click();
  // The rows of the previous view stay until the new ones are loaded.
  await expect(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('list', { name: 'Leads' })).not.toHaveAttribute('aria-busy');
  await expect(page.locator('[data-row="1"]')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row="1"]')).toBeFocused();
  const name = await page.locator('[data-row="1"] > span > span').first().innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type('Rang, nobody there. @Ad');
  await expect(page.getByRole('group', { name: 'Colleagues' }).getByRole('button', { name: 'Ada Rossi' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Note')).toHaveValue('Rang, nobody there. @Ada Rossi ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Rang, nobody there. @Ada Rossi' })).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('');
  await page.getByLabel('State').focus();
  await page.getByLabel('State').blur();
  // Two changes are made before the first is answered: the user's first change must not count as somebody else's.
  const { promise: both, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/leads/*/state', (route) => both.then(() => route.continue()));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('set meeting');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('State')).toHaveValue('meeting');
  await page.keyboard.press('a');
  await expect(page.getByLabel('Owner')).not.toHaveValue('');
  letThrough();
  await expect(page.getByText('Given to Ada Rossi')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('→ Meeting')).toBeVisible();
});

test('a lost connection says so, and a note that was typed is sent after it', async () => {
  await page.getByLabel('Note').fill('Typed on a train');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('No connection. What you typed stays here, and can be sent when it is back.')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Typed on a train');
  await context.setOffline(false);
  await expect(page.getByText('and can be sent when it is back')).toBeHidden();
  await expect(page.getByText('The connection is back, and nothing is lost: press once more.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Typed on a train');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Typed on a train' })).toBeVisible();
});

test('axe finds nothing, on a phone and on a wide window, light and dark', async () => {
  await expectViewsAccessible(page, [
    { path: '/leads', heading: 'Leads' },
    { path: new URL(page.url()).pathname, heading: 'What they sent' },
    { path: '/people', heading: 'People' },
    { path: '/sessions', heading: 'Sessions' },
    {
      path: '/sessions',
      heading: 'Sessions',
      open: async () => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
  ]);
});
