import { disclosedLines } from '../../contract/figures/disclosure.testing.ts';
import { expect, test as everyRun, type Page } from '@playwright/test';
import { accessibilityFaults } from '../fixtures/accessibility.ts';
import { openDesk, type OpenDesk } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 2);

// Two colleagues and a visitor; each test continues from the one before.
test.describe.configure({ mode: 'serial' });

const MONTHS = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2023, month + 1, 0)).toISOString().slice(0, 10));
const ROWS = MONTHS.map((day, t) => `${day},${(100 + t + Math.sin(t)).toFixed(2)},${(100 + t / 2).toFixed(2)}`);
const SLOW = { timeout: 60_000 };

let desk: OpenDesk;
let ada: Page;
let visitor: Page;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser, { env: { FOUR_EYES: 'on' } });
  ada = desk.page;
  visitor = await browser.newPage({ baseURL: desk.server.url, reducedMotion: 'reduce' });
});

test.afterAll(async () => {
  await visitor.context().close();
  await desk.close();
});

test('a wrong file shows its lines, and the right one becomes a draft that its uploader does not publish', async () => {
  await ada.goto('/figures');
  await ada.getByRole('button', { name: 'Upload a track record' }).click();
  // What was chosen and typed is still there after Esc and after a reload.
  await ada.getByLabel('Its numbers are').selectOption('values');
  await ada.getByText('What the file does not say itself').click();
  await ada.getByLabel('Description').fill('Bonds of the Alps');
  await ada.keyboard.press('Escape');
  await expect(ada.getByRole('dialog')).toHaveCount(0);
  await ada.reload();
  await ada.getByRole('button', { name: 'Upload a track record' }).click();
  await expect(ada.getByLabel('Its numbers are')).toHaveValue('values');
  await ada.getByText('What the file does not say itself').click();
  await expect(ada.getByLabel('Description')).toHaveValue('Bonds of the Alps');
  await ada.getByLabel('File', { exact: true }).setInputFiles(file([ROWS[0]!, `${MONTHS[1]},abc,101`]));
  await ada.getByRole('button', { name: 'Upload as a draft' }).click();
  await expect(ada.getByRole('alert')).toContainText("line 5, column portfolio: 'abc' is not a number");
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ada.getByLabel('File', { exact: true }).setInputFiles(file(ROWS));
  await ada.getByRole('button', { name: 'Upload as a draft' }).click();
  await expect(ada.getByRole('heading', { level: 1, name: 'Alpine Income, draft 1' })).toBeVisible();
  await expect(ada.getByText('Euro Bonds: index, total return, EUR, unhedged')).toBeVisible();
  // Calculated independently: last value divided by first.
  const [first, last] = [ROWS[0]!, ROWS.at(-1)!].map((row) => Number(row.split(',')[1]));
  const total = `+${((last! / first! - 1) * 100).toFixed(2)}%`;
  await expect(ada.getByRole('row', { name: /^Total net return portfolio/ })).toContainText(total);
  await expect(ada.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
  await expect(ada.getByText('You uploaded this draft: somebody else publishes it.')).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
});

test('a second person looks at it and publishes it, the public page shows it, and a version is gone back to', async () => {
  const ben = await desk.open({ name: 'Ben Costa', address: 'ben@figures-desk.internal', roles: ['figures'] });
  await ben.goto('/figures');
  await ben.getByRole('link', { name: 'Alpine Income, draft 1' }).click();
  await visitor.goto('/insights');
  await listAsked(/^Show More/);
  await ben.getByRole('button', { name: 'Publish' }).click();
  await expect(ben.getByText('uploaded by Ada Rossi, published by Ben Costa')).toBeVisible();
  await expect(async () => {
    await visitor.goto('/insights');
    await expect(visitor.getByRole('heading', { name: 'Alpine Income' })).toBeVisible({ timeout: 1000 });
  }).toPass(SLOW);
  // The list that this browser had from before does not take the place of what the page shows.
  expect(await listAsked(/^Show More about Alpine/)).toContain('Alpine Income');

  await ben.getByRole('button', { name: 'Upload a file' }).click();
  await ben.getByLabel('File', { exact: true }).setInputFiles(file(ROWS.slice(0, 20)));
  await ben.getByText('What is stated of its figures').click();
  await ben.getByLabel('Results').selectOption('back-tested');
  await ben.getByLabel('Actual since').fill(MONTHS[6]!);
  await ben.getByRole('button', { name: 'Upload as a draft' }).click();
  await expect(ben).toHaveURL(/draft=2/);
  await ada.goto('/figures/alpine?draft=2');
  await expect(
    ada.getByText('The statement on results was “Actual” and becomes “Back-tested to 31 July 2023, actual since”.'),
  ).toBeVisible();
  await ada.getByLabel('Why it changes figures').fill('The last months were estimates');
  await ada.getByRole('button', { name: 'Publish' }).click();
  await expect(ada.getByText('Version 2', { exact: true })).toBeVisible();
  await ada.getByRole('link', { name: /^Compare, or go back to it/ }).click();
  await ada.getByLabel('Why it changes figures that were public').fill('Published too early');
  await ada.getByRole('button', { name: 'Make a draft of version 1' }).click();
  await expect(ada).toHaveURL(/draft=3/);
  await ben.goto('/figures/alpine?draft=3');
  await ben.getByRole('button', { name: 'Publish' }).click();
  await expect(ben.getByText('Version 3', { exact: true })).toBeVisible();

  await ada.goto('/figures/alpine');
  await ada.getByRole('button', { name: 'Take it off the site…' }).click();
  await ada.getByLabel('Why').fill('The benchmark is wrong');
  await ada.getByRole('button', { name: 'Take Alpine Income off the site' }).click();
  await expect(ada.getByText('Somebody asks that this portfolio be taken off the site')).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ben.goto('/figures/alpine');
  await ben.getByRole('button', { name: 'Take it off the site (Alpine Income)' }).click();
  await expect(ben.getByText('This portfolio is off the site')).toBeVisible();
});

test('a position that is closed says so on the public page, and is open again', async () => {
  await ada.goto('/positions');
  await expect(ada.getByRole('button', { name: 'Close Content Manager' })).toBeVisible();
  expect(await accessibilityFaults(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Close Content Manager' }).click();
  await expect(ada.getByText('Content Manager is closed.')).toBeVisible();
  await expect(ada.getByText('Closed its last day was to be')).toBeVisible();
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
  // Withdrawing is asked for, and stands on the paper for somebody else to decide.
  const paper = ada.getByRole('listitem').filter({ hasText: 'How the figures are computed' });
  await paper.getByRole('button', { name: /^Withdraw…/ }).click();
  await paper.getByLabel('Why').fill('Out of date');
  await paper.getByRole('button', { name: /^Withdraw it for good/ }).click();
  await expect(paper.getByText('Somebody asks that this paper be taken off the site')).toBeVisible();
  await ada.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => ada.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityFaults(ada)).toEqual([]);
  await paper.getByRole('button', { name: /^Keep it on the site/ }).click();
  await expect(paper.getByRole('button', { name: /^Withdraw…/ })).toBeVisible();
});

/** The list of figures that the visitor's page asks for as soon as somebody presses a button of a card. */
async function listAsked(name: RegExp): Promise<string> {
  const answer = visitor.waitForResponse(/\/builder\/website\/portfolios\//);
  await visitor.getByRole('button', { name }).first().click();
  return (await answer).text();
}

function file(rows: readonly string[]) {
  const text = ['# id: alpine', '# name: Alpine Income', 'date,portfolio,Euro Bonds', ...rows, ...disclosedLines, ''].join('\n');
  return { name: 'alpine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
