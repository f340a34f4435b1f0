import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';

// One browser's visit, told in steps: what a step needs the one before it made.
test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let desk: string;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

test.beforeAll(async ({ browser }) => {
  const port = String(await freePort());
  server = await startServer({ env: { DESK_PORT: port } });
  desk = `http://localhost:${port}`;
  await commandLine(server, ['desk', 'sample', '150']);
  context = await browser.newContext({ baseURL: desk, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The answers that are provoked here are in the log of the browser, too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
});

test.afterAll(async () => {
  await context.close();
  await discard(server);
});

test('whoever opens a lead from a mail signs in first, and comes back to it', async () => {
  await expect.poll(() => firstLink()).toBeDefined();
  await page.goto('/leads?view=waiting');
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(firstLink()!);
  await page.getByRole('button').click();
  await page.getByLabel('Name').fill('Ada Rossi');
  await page.getByLabel('Work address').fill('ada.rossi@site.internal');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/leads\?view=waiting$/);
  await expect(page.getByRole('button', { name: 'Waiting' })).toHaveAttribute('aria-pressed', 'true');
});

test('a lead is found, opened and worked by keyboard', async () => {
  await page.getByRole('button', { name: 'All' }).click();
  // The rows of the last view stay until those of this one are there.
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
  await page.getByRole('group', { name: 'Colleagues' }).getByRole('button', { name: 'Ada Rossi' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Rang, nobody there. @Ada Rossi' })).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('');
  await page.getByLabel('State').focus();
  await page.getByLabel('State').blur();
  // Both are asked for before the first is answered: one's own change is nobody else's.
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

test('of two at once the second reads what the first did, and decides', async () => {
  const other = await context.newPage();
  // It hears of nothing by itself, as one whose connection was just cut.
  await other.route('**/api/leads/changes', (route) => route.abort());
  await other.goto(page.url());
  await expect(other.getByLabel('State')).toHaveValue('meeting');
  await page.getByLabel('State').selectOption('won');
  await expect(page.getByText('Meeting → Won')).toBeVisible();
  await other.getByLabel('State').selectOption('contacted');
  await expect(other.getByRole('alert')).toContainText('It is Won now');
  await expect(other.getByLabel('State')).toHaveValue('won');
  await other.getByRole('button', { name: 'Do it all the same' }).click();
  // The first sees it without asking.
  await expect(page.getByLabel('State')).toHaveValue('contacted');
  await expect(page.getByText('Won → Contacted')).toBeVisible();
  await other.close();
});

test('a lost connection says so, and a note that was typed is sent after it', async () => {
  await page.getByLabel('Note').fill('Typed on a train');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('No connection. What you typed stays here; the desk goes on trying.')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Typed on a train');
  await context.setOffline(false);
  await expect(page.getByText('the desk goes on trying')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Typed on a train');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Typed on a train' })).toBeVisible();
});

test('axe finds nothing, on a phone and on a wide window, light and dark', async () => {
  const lead = new URL(page.url()).pathname;
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const [path, heading] of [
      ['/leads', 'Leads'],
      [lead, 'Answers'],
      ['/people', 'People'],
      ['/sessions', 'Sessions'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect([path, width, await accessibilityFaults(page)]).toEqual([path, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is as wide as the window`).toBe(true);
    }
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  expect(faults).toEqual([]);
});

/** What the terminal shows on the very first start. */
function firstLink(): string | undefined {
  return /http:\/\/localhost:\d+\/first\?token=[\w-]+/.exec(server.output())?.[0];
}
