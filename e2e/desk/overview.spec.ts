import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startReceiver } from '../../server/deliveries/receiver.testing.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { demoRequest, formPath } from '../crash/demo-form.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { sendForm } from '../fixtures/desk-page.ts';
import { linkIn, mailboxOf } from '../fixtures/mailbox.ts';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';

// One browser's visit, told in steps: what a step needs the one before it made.
test.describe.configure({ mode: 'serial' });

const FIGURES = 'fiona@desk-overview.internal';

let server: RunningServer;
let desk: string;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

test.beforeAll(async ({ browser }) => {
  const port = String(await freePort());
  server = await startServer({ env: { DESK_PORT: port, WEBHOOKS_PRIVATE: 'allow' } });
  desk = `http://localhost:${port}`;
  await commandLine(server, ['desk', 'sample', '300']);
  context = await browser.newContext({ baseURL: desk, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The answers that are provoked here are in the log of the browser, too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  await expect.poll(() => firstLink(), { timeout: 60_000 }).toBeDefined();
  await page.goto(firstLink()!);
  await page.getByRole('button').click();
  await page.getByLabel('Name').fill('Ada Rossi');
  await page.getByLabel('Work address').fill('ada@desk-overview.internal');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.pathname !== '/welcome');
});

test.afterAll(async () => {
  await context.close();
  await discard(server);
});

test('the overview counts the leads of a period, by a source, and its files have what is shown', async () => {
  await page.goto('/overview');
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90$/);
  await expect(page.getByRole('img', { name: /^Leads a day from/ })).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().includes('by=campaign'));
  await page.getByRole('button', { name: 'Campaign' }).click();
  // What was shown stays until this is here.
  await answered;
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Where leads came from' }).getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toBeVisible();
  const name = await row.getByRole('rowheader').innerText();
  const count = await row.getByRole('cell').nth(1).innerText();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV of Where they came from' }).click();
  const lines = await textOf(await download);
  expect(lines.split('\r\n')[1]).toContain(`${name},${count},`);
});

test('what waits, what is lacking, and what was done, each at its place', async () => {
  await page.goto('/deliveries');
  await expect(page.getByText('Without MAIL_URL, mails become files and reach nobody.')).toBeVisible();
  await page.getByRole('button', { name: 'Bounces' }).click();
  await expect(page.getByText('BOUNCE_SECRET is not set')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A mail server' }) })).toContainText('Lacking');
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'DESK_PORT' }) })).toContainText('Environment');
  await page.goto('/actions');
  await page.getByLabel('What').selectOption('signed in');
  await expect(page).toHaveURL(/action=signed\+in$/);
  await expect(page.getByRole('region', { name: 'Actions' }).getByRole('row').nth(1)).toContainText('Ada Rossi');
});

test('another system that refused is switched on again, is told what waited, and once more what it took', async () => {
  await page.goto('/deliveries');
  await page.getByRole('button', { name: 'Other systems' }).click();
  await expect(page.getByText('npm run webhooks -- add URL --events …')).toBeVisible();
  // An answer is text, whatever it looks like.
  const receiver = await startReceiver(() => ({ status: 410, body: '<h1>Gone</h1>' }));
  try {
    await commandLine(server, ['webhooks', 'add', `${receiver.url}/hidden`, '--events', 'lead.created']);
    await sendForm(server, formPath, demoRequest('visitor@desk-overview.internal'));
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
    // The navigation moves to the foot first.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { timeout: 60_000 }).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page)).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test('axe finds nothing in these views, on a phone and on a wide window, light and dark', async () => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const [path, heading] of [
      ['/overview', 'Leads a day'],
      ['/deliveries', 'Deliveries and mail'],
      ['/settings', 'Before visitors come'],
      ['/actions', 'Actions'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect([path, width, await accessibilityFaults(page)]).toEqual([path, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is as wide as the window`).toBe(true);
    }
  }
});

test('somebody with the figures’ role sees the overview, and neither leads nor what administrators see', async () => {
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Name').fill('Fiona');
  await page.getByLabel('Work address').fill(FIGURES);
  await page.getByRole('checkbox', { name: 'Figures' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Fiona' })).toBeVisible();
  await context.clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Work address').fill(FIGURES);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  const mail = await mailboxOf(server.dataDir).waitFor(FIGURES, /Sign in/);
  await page.goto(linkIn(mail, /http:\S+\/sign-in\/link\?token=[\w-]{43}/));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await page.goto('/overview');
  await expect(page.getByRole('heading', { name: 'What became of them' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All that wait' })).toHaveCount(0);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(views.getByRole('link', { name: /^(Leads|Settings|Actions|Deliveries|People)$/ })).toHaveCount(0);
  expect(faults).toEqual([]);
});

/** What the terminal shows on the very first start. */
function firstLink(): string | undefined {
  return /http:\/\/localhost:\d+\/first\?token=[\w-]+/.exec(server.output())?.[0];
}

async function textOf(download: { createReadStream: () => Promise<NodeJS.ReadableStream> }): Promise<string> {
  let text = '';
  for await (const piece of await download.createReadStream()) text += String(piece);
  return text;
}
