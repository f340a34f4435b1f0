import { expect, test as everyRun, type Page } from '@playwright/test';
import { startReceiver } from '../../server/deliveries/receiver.testing.ts';
import { demoRequest, formPath } from '../crash/demo-form.ts';
import { accessibilityFaults, expectViewsAccessible } from '../fixtures/accessibility.ts';
import { ADMINISTRATOR, openDesk, sendForm, type OpenDesk } from '../fixtures/desk-page.ts';
import { commandLine } from '../fixtures/server.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 4);

// One visit in one browser; each test continues from the one before.
test.describe.configure({ mode: 'serial' });

let desk: OpenDesk;
let page: Page;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser, { env: { WEBHOOKS_PRIVATE: 'allow' } });
  ({ page } = desk);
  await commandLine(desk.server, ['desk', 'sample', '300']);
});

test.afterAll(() => desk.close());

test('the overview counts the leads of a period, by a source, and its files have what is shown', async () => {
  await page.goto('/overview');
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90$/);
  await expect(page.getByRole('img', { name: /^Leads a day from/ })).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().includes('by=campaign'));
  await page.getByRole('button', { name: 'Campaign' }).click();
  // The old numbers stay until the new ones are loaded.
  await answered;
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Where leads came from' }).getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toBeVisible();
  const name = await row.getByRole('rowheader').innerText();
  // The second cell has the count of views, the first one the bars.
  const count = await row.getByRole('cell').nth(1).innerText();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV of Where they came from' }).click();
  const lines = await textOf(await download);
  expect(lines.split('\r\n')[1]).toContain(`${name},${count.replaceAll(',', '')},`);
  const region = page.getByRole('region', { name: 'Where leads came from' });
  await region.getByRole('button', { name: 'Won' }).click();
  await expect(region.getByRole('columnheader', { name: 'Won' })).toHaveAttribute('aria-sort', 'descending');
  await region.getByRole('link', { name: 'autumn-outlook' }).click();
  await expect(page).toHaveURL(/by=campaign&only=autumn-outlook$/);
  const sent = region.getByRole('row', { name: /autumn-outlook/ }).getByRole('link', { name: /^\d+$/ });
  await sent.first().click();
  await expect(page).toHaveURL(/\/leads\?campaign=autumn-outlook&from=/);
});

test('whoever comes back to a list finds the row that was opened, in sight and with the focus', async () => {
  await page.goto('/leads');
  const list = page.getByRole('list', { name: 'Leads' });
  const row = list.locator('[data-row="40"]');
  await expect(list.getByRole('link').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 2500));
  await row.click();
  await expect(page).toHaveURL(/\/leads\/[\w-]+$/);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
});

test('on a phone a lead has its company, within its row', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads');
  const trade = /(Capital|Partners|Advisors|Wealth|Management|Holdings|Office|Invest|Bank|Securities)$/;
  const rows = page.getByRole('list', { name: 'Leads' }).getByRole('link');
  const row = rows.filter({ has: page.getByText(trade) }).first();
  await expect(row.getByText(trade)).toBeVisible();
  expect(await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('what the overview leads to begins without what was searched in the list', async () => {
  await page.goto('/leads');
  await page.getByLabel('Search by name').fill('nobody of this name');
  await expect(page.getByText('No lead fits what you search and filter by.')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'All that wait' }).click();
  await expect(page).toHaveURL(/view=waiting$/);
  await expect(page.getByLabel('Search by name')).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('link').first()).toBeVisible();
});

test('what waits, what is lacking, and what was done, each at its place', async () => {
  await page.goto('/deliveries');
  await expect(page.getByText('This server sends no mail.')).toBeVisible();
  await page.getByRole('button', { name: 'Bounces' }).click();
  await expect(page.getByText('BOUNCE_SECRET is not set')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A mail server' }) })).toContainText('Lacking');
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'DESK_PORT' }) })).toContainText('Environment');
  await page.goto('/actions');
  await page.getByLabel('What').selectOption('signed in');
  await expect(page).toHaveURL(/action=signed\+in$/);
  await expect(page.getByRole('region', { name: 'Actions' }).getByRole('row').nth(1)).toContainText(ADMINISTRATOR.name);
});

test('another system that refused is switched on again, is told what waited, and once more what it took', async () => {
  await page.goto('/deliveries');
  await page.getByRole('button', { name: 'Other systems' }).click();
  await expect(page.getByText('npm run webhooks -- add URL --events lead.created,lead.verified')).toBeVisible();
  // The receiver's answer is shown as plain text, even if it is HTML.
  const receiver = await startReceiver(() => ({ status: 410, body: '<h1>Gone</h1>' }));
  try {
    await commandLine(desk.server, ['webhooks', 'add', `${receiver.url}/hidden`, '--events', 'lead.created']);
    await sendForm(desk.server, formPath, demoRequest('visitor@desk-overview.internal'));
    await expect.poll(() => receiver.asked.length, { timeout: 60_000 }).toBe(1);
    const endpoint = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new URL(receiver.url).host }) });
    await expect(endpoint).toContainText('it answered 410 Gone', { timeout: 60_000 });
    await expect(endpoint).toContainText('1 waiting');
    await expect(endpoint).not.toContainText('hidden');
    await endpoint.getByRole('button', { name: /^Show attempts/ }).press('Enter');
    const row = endpoint.getByRole('row').filter({ hasText: 'lead.created' });
    await expect(row).toContainText('<h1>Gone</h1>');
    await expect(row.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', /^\/leads\//);
    expect(await accessibilityFaults(page)).toEqual([]);
    receiver.state.behave = () => ({ status: 204 });
    await endpoint.getByRole('button', { name: /^Switch on/ }).press('Enter');
    await expect(row).toContainText('Delivered', { timeout: 60_000 });
    await expect(endpoint).toContainText('Nothing waits');
    await row.getByRole('button', { name: /^Send again/ }).press('Enter');
    await expect
      .poll(() => receiver.taken.map(({ id }) => id), { timeout: 60_000 })
      .toEqual([receiver.asked[0]!.id, receiver.asked[0]!.id]);
    await page.setViewportSize({ width: 390, height: 800 });
    // The navigation moves to the bottom first.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { timeout: 60_000 }).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page)).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test('a field of a CRM gets something else, what was typed survives, and a dry run says what would be sent and why not', async () => {
  await page.goto('/leads');
  const href = await page.getByRole('list', { name: 'Leads' }).getByRole('link').nth(5).getAttribute('href');
  const open = async () => {
    await page.goto('/deliveries');
    await page.getByRole('button', { name: 'CRM fields' }).press('Enter');
    await page.getByRole('button', { name: 'Change: phone' }).press('Enter');
  };
  await open();
  await page.getByLabel('As it is written').fill('answers.phoen');
  await page.getByLabel('As it is written').press('Enter');
  await expect(page.getByText("No form asks for 'phoen'")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await open();
  await expect(page.getByLabel('As it is written')).toHaveValue('answers.phoen');
  await page.getByLabel('It gets').selectOption('answers.company');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const fields = page.getByRole('list', { name: 'Fields of HubSpot' });
  await expect(fields.getByRole('listitem').filter({ hasText: 'phone' })).toContainText('Changed');
  await page.getByLabel('Request').fill(new URL(href!, page.url()).href);
  await page.getByLabel('Request').press('Enter');
  await expect(page.getByText('It is a sample, made up for trying.')).toBeVisible();
  const told = page.getByRole('region', { name: 'What HubSpot would be told' }).getByRole('row');
  await expect(told.filter({ hasText: 'phone' })).toContainText('Company');
  await expect(told.filter({ hasText: 'email' })).toContainText('The address');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { timeout: 60_000 }).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('axe finds nothing in these views, on a phone and on a wide window, light and dark', async () => {
  await expectViewsAccessible(page, [
    { path: '/overview', heading: 'Leads a day' },
    { path: '/deliveries', heading: 'Deliveries and mail' },
    { path: '/settings', heading: 'Before visitors come' },
    { path: '/actions', heading: 'Actions' },
  ]);
});

test('somebody with the figures’ role sees the overview, and neither leads nor what administrators see', async () => {
  const fiona = await desk.open({ name: 'Fiona', address: 'fiona@desk-overview.internal', roles: ['figures'] });
  await fiona.goto('/overview');
  await expect(fiona.getByRole('heading', { name: 'What became of them' })).toBeVisible();
  await expect(fiona.getByRole('link', { name: 'All that wait' })).toHaveCount(0);
  const views = fiona.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(views.getByRole('link', { name: /^(Leads|Settings|Actions|Deliveries|People)$/ })).toHaveCount(0);
});

test('without a mail server whoever is invited comes in by a link that the administrator hands over', async ({ browser }) => {
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Dora Handed');
  await page.getByLabel('Work address').fill('dora@desk-overview.internal');
  await page.getByRole('checkbox', { name: 'HR', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dora Handed');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dora Handed is invited' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeFocused();
  await page.keyboard.press('Enter');
  const link = page.getByLabel('Link for Dora Handed');
  await expect(link).toHaveValue(/\/invitation\?token=[\w-]{43}$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  const context = await browser.newContext();
  try {
    const hers = await context.newPage();
    await hers.goto(await link.inputValue());
    await hers.getByRole('button', { name: 'Sign in' }).click();
    await expect(hers.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  } finally {
    await context.close();
  }
});

async function textOf(download: { createReadStream: () => Promise<NodeJS.ReadableStream> }): Promise<string> {
  let text = '';
  for await (const piece of await download.createReadStream()) text += String(piece);
  return text;
}
