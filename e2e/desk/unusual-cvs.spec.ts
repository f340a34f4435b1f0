import { expect, test as everyRun, type Page } from '@playwright/test';
import { sampleCv } from '../../server/recruiting/sample-cv.ts';
import { sendApplication } from '../fixtures/applications.ts';
import { openDesk, type OpenDesk } from '../fixtures/desk-page.ts';
import { deepPdf, nestedPdf, pagesPdf, picturePdf } from '../fixtures/hostile-pdf.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 2);

test.describe.configure({ mode: 'serial' });

let desk: OpenDesk;
let page: Page;

test.beforeAll(async ({ browser }) => {
  desk = await openDesk(browser);
  page = desk.page;
  await sendApplication(desk.server.url, sampleCv(['Ada']));
  await page.goto('/applications');
  await page.getByRole('list', { name: 'Applications' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Open the CV' })).toBeVisible();
});

test.afterAll(() => desk.close());

const frame = () => page.frameLocator('iframe[title^="CV of"]');
const drawn = () => frame().locator('canvas').count();

/** Opens an application whose CV has these bytes. */
async function open(cv: Buffer): Promise<void> {
  await page.unrouteAll();
  await page.route(/\/api\/applications\/[\w-]+\/cv/, (route) => route.fulfill({ body: cv, contentType: 'application/pdf' }));
  await page.reload();
  await page.getByRole('button', { name: 'Open the CV' }).click();
}

test('a CV of fifteen pages draws each as it is come to, and keeps few', async () => {
  await open(pagesPdf(15));
  await expect(page.getByText('15 pages', { exact: true })).toBeVisible({ timeout: 60_000 });
  for (let number = 1; number <= 15; number += 1) {
    await frame()
      .getByRole('article', { name: `Page ${number}`, exact: true })
      .scrollIntoViewIfNeeded();
    await expect(frame().getByText(`This is page ${number}.`, { exact: true })).toBeVisible();
    expect(await drawn()).toBeLessThan(8);
  }
  await frame().getByRole('article', { name: 'Page 1', exact: true }).scrollIntoViewIfNeeded();
  await expect(frame().getByText('This is page 1.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect(frame().getByText('This is page 1.', { exact: true })).toBeVisible();
});

test('one of thousands of pages shows its first, and says so', async () => {
  await open(pagesPdf(6000));
  await expect(page.getByText(/^6000 pages\. Only its first pages are drawn here/)).toBeVisible({ timeout: 60_000 });
  await expect(frame().getByText('This is page 1.', { exact: true })).toBeVisible();
  await expect(frame().getByRole('article')).toHaveCount(200);
  expect(await drawn()).toBeLessThan(8);
});

test('a picture beyond all measure is left out, and its page is drawn', async () => {
  await open(picturePdf(20_000));
  await expect(page.getByText(/An image of it is unusually large/)).toBeVisible({ timeout: 60_000 });
  await expect(frame().getByText('Words beside it.')).toBeVisible();
});

test('one that is gigantic inside is not drawn, in words, and the desk goes on', async () => {
  for (const cv of [deepPdf(100_000_000), nestedPdf(26)]) {
    expect(cv.length).toBeLessThan(500_000);
    await open(cv);
    await expect(page.getByText('This PDF is unusually large inside, and is not drawn here.')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  }
  await open(pagesPdf(1));
  await expect(frame().getByText('This is page 1.', { exact: true })).toBeVisible({ timeout: 60_000 });
});
