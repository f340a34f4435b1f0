import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { linkIn, mailboxOf } from '../fixtures/mailbox.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';

// Two of the staff and a visitor, told in steps: what a step needs the one before it made.
test.describe.configure({ mode: 'serial' });

const BEN = 'ben@figures-desk.internal';
const MONTHS = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2023, month + 1, 0)).toISOString().slice(0, 10));
const ROWS = MONTHS.map((day, t) => `${day},${(100 + t + Math.sin(t)).toFixed(2)},${(100 + t / 2).toFixed(2)}`);
const SLOW = { timeout: 60_000 };

let server: RunningServer;
let contexts: BrowserContext[];
let ada: Page;
let ben: Page;
let visitor: Page;

test.beforeAll(async ({ browser }) => {
  const DESK_PORT = String(await freePort());
  server = await startServer({ env: { DESK_PORT, FOUR_EYES: 'on' } });
  const baseURL = `http://localhost:${DESK_PORT}`;
  contexts = await Promise.all([baseURL, baseURL, server.url].map((url) => browser.newContext({ baseURL: url, reducedMotion: 'reduce' })));
  [ada, ben, visitor] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page, Page];
});

test.afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await discard(server);
});

test('a wrong file shows its lines, and the right one becomes a draft that its uploader does not publish', async () => {
  await expect.poll(() => server.output(), SLOW).toContain('/first?token=');
  await ada.goto(/http:\S+\/first\?token=[\w-]{43}/.exec(server.output())![0]);
  await ada.getByRole('button').click();
  await ada.getByLabel('Name').fill('Ada Rossi');
  await ada.getByLabel('Work address').fill('ada@figures-desk.internal');
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada.waitForURL((url) => url.pathname !== '/welcome');
  await ada.goto('/figures');
  await ada.getByRole('button', { name: 'Upload a track record' }).click();
  await ada.getByLabel('File', { exact: true }).setInputFiles(file([ROWS[0]!, `${MONTHS[1]},abc,101`]));
  await ada.getByRole('button', { name: 'Upload as a draft' }).click();
  await expect(ada.getByRole('alert')).toContainText("line 5, column portfolio: 'abc' is not a number");
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ada.getByLabel('File', { exact: true }).setInputFiles(file(ROWS));
  await ada.getByRole('button', { name: 'Upload as a draft' }).click();
  await expect(ada.getByRole('heading', { level: 1, name: 'Alpine Income, draft 1' })).toBeVisible();
  // By hand: the last value over the first.
  const [first, last] = [ROWS[0]!, ROWS.at(-1)!].map((row) => Number(row.split(',')[1]));
  const total = `+${((last! / first! - 1) * 100).toFixed(2)}%`;
  await expect(ada.getByRole('row', { name: /^Total net return portfolio/ })).toContainText(total);
  await expect(ada.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
  await expect(ada.getByText('You uploaded this draft: somebody else publishes it.')).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
});

test('a second person looks at it and publishes it, the public page shows it, and a version is gone back to', async () => {
  await ada.goto('/people');
  await ada.getByRole('button', { name: 'Invite somebody' }).click();
  await ada.getByLabel('Name', { exact: true }).fill('Ben Costa');
  await ada.getByLabel('Work address').fill(BEN);
  await ada.getByLabel('Figures', { exact: true }).check();
  await ada.getByRole('button', { name: 'Invite', exact: true }).click();
  await mailboxOf(server.dataDir).waitFor(BEN, /./);
  await ben.goto('/sign-in');
  await ben.getByLabel('Work address').fill(BEN);
  await ben.getByRole('button', { name: 'Send me a link' }).click();
  await ben.goto(linkIn(await mailboxOf(server.dataDir).waitFor(BEN, /Sign in/), /http:\S+\/sign-in\/link\?token=[\w-]{43}/));
  await ben.getByRole('button', { name: 'Sign in' }).click();
  await ben.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await ben.goto('/figures');
  await ben.getByRole('link', { name: 'Alpine Income, draft 1' }).click();
  await ben.getByRole('button', { name: 'Publish' }).click();
  await expect(ben.getByText('uploaded by Ada Rossi, published by Ben Costa')).toBeVisible();
  await expect(async () => {
    await visitor.goto('/insights');
    await expect(visitor.getByRole('heading', { name: 'Alpine Income' })).toBeVisible({ timeout: 1000 });
  }).toPass(SLOW);

  await ben.getByRole('button', { name: 'Upload a file' }).click();
  await ben.getByLabel('File', { exact: true }).setInputFiles(file(ROWS.slice(0, 20)));
  await ben.getByRole('button', { name: 'Upload as a draft' }).click();
  await ada.goto('/figures/alpine?draft=2');
  await ada.getByLabel('Why it changes figures').fill('The last months were estimates');
  await ada.getByRole('button', { name: 'Publish' }).click();
  await expect(ada.getByText('Version 2', { exact: true })).toBeVisible();
  await ada.getByRole('link', { name: /^Compare, or go back to it/ }).click();
  await ada.getByRole('button', { name: 'Publish version 1 again' }).click();
  await expect(ada.getByText('Version 3', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
});

test('a position that is closed says so on the public page, and is open again', async () => {
  await ada.goto('/positions');
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Close Content Manager' }).click();
  await expect(ada.getByText('Content Manager is closed.')).toBeVisible();
  await expect(async () => {
    await visitor.goto('/careers');
    await expect(visitor.getByRole('heading', { name: 'Content Manager' })).toHaveCount(0, { timeout: 1000 });
  }).toPass(SLOW);
  await visitor.goto('/jobs?position=content-manager');
  await expect(visitor.getByText('This position is no longer open.')).toBeVisible();
  await ada.getByRole('button', { name: 'Open again Content Manager' }).click();
  await expect(async () => {
    await visitor.goto('/careers');
    await expect(visitor.getByRole('heading', { name: 'Content Manager' })).toBeVisible({ timeout: 1000 });
  }).toPass(SLOW);
  await ada.goto('/papers');
  await expect(ada.getByRole('heading', { name: 'On the site' })).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
});

function file(rows: readonly string[]) {
  const text = ['# id: alpine', '# name: Alpine Income', 'date,portfolio,Euro Bonds', ...rows, ''].join('\n');
  return { name: 'alpine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
