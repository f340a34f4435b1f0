import type { Page } from '@playwright/test';
import { contactMessages } from '../../contract/forms/contact.ts';
import { linkIn } from '../fixtures/mailbox.ts';
import { expect, test } from '../fixtures/test.ts';

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('details, the invitation, the mail, and the same details again with the chart', async ({ page, mailbox, leads }) => {
  const email = 'fund.manager@example.com';
  await page.goto('/insights');
  const details = await openDetails(page, 'Global Trend');
  for (const heading of ['Annualized net returns', 'Excess returns'])
    await expect(details.getByRole('heading', { name: heading })).toBeVisible();
  await expect(details.getByText('sample data')).toBeVisible();
  await expect(details.getByRole('heading', { name: 'Growth of 100' })).toHaveCount(0);

  await details.getByRole('button', { name: 'See the full analytics' }).click();
  const form = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Submit' }) });
  await form.getByLabel(/^Name/).fill('Ada');
  await form.getByLabel(/^Surname/).fill('Lovelace');
  await form.getByLabel(/^Email/).fill(email);
  await form.getByLabel(/^Role/).selectOption('Portfolio Manager');
  await form.getByLabel(/^Company/).fill('Analytical Engines');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(contactMessages.successTitle, { exact: true })).toBeVisible();

  await page.goto(linkIn(await mailbox.waitFor(email, /Verify/), LINK));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/insights\/landing$/);
  const again = page.getByRole('dialog', { name: 'Global Trend Portfolio' });
  await expect(
    again.getByRole('img', { name: /^Growth of 100 from 29 December 2017 to 31 December 2024: Global Trend 175\.\d/ }),
  ).toBeVisible();
  await expect(again.locator('canvas').first()).toBeVisible();
  for (const heading of ['Growth of 100', 'Risk', 'Calendar years', 'Months'])
    await expect(again.getByRole('heading', { name: heading })).toBeVisible();
  const paper = again.getByRole('link', { name: /How the figures are computed and checked/ });
  expect((await page.request.get((await paper.getAttribute('href'))!)).headers()['content-type']).toBe('application/pdf');

  const lead = (await leads()).find((one) => one.email === email);
  expect(lead).toMatchObject({ status: 'verified', caller: 'insights_cu', form: 'insights_cu' });

  await test.step('closed, it stays closed, and every other opens with its chart as well', async () => {
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();
    const other = await openDetails(page, 'Defensive Income');
    await expect(other.getByRole('img', { name: /^Growth of 100/ })).toBeVisible();
  });
});

test('cards and dialog show the same rounded figures as the data calls, highest annual return first', async ({ page }) => {
  const answers = watchDetails(page);
  await page.goto('/insights');
  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Show More' }) });
  await expect(cards).toHaveCount(6);
  const shown = (await answers()).toSorted((a, b) => b.net_return_pf - a.net_return_pf);
  for (const [index, one] of shown.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('heading')).toHaveText(one.shortName);
    await expect(card).toContainText(one.subName || '--');
    for (const said of ['Q4-2024', percent(one.total_return_pf), ratio(one.sharpe_pf), percent(one.net_return_pf), 'Managed since']) {
      await expect(card).toContainText(said);
    }
    await expect(card.getByRole('row')).toHaveCount(one.benchmark2 === null ? 2 : 3);
    await card.getByRole('button').click();
    const details = page.getByRole('dialog', { name: one.name });
    await expect(details).toContainText(one.description);
    for (const value of [one.net_return_pf, one.net_return_bm, one.excess_return]) await expect(details).toContainText(percent(value));
    await page.keyboard.press('Escape');
  }
  await expect(page.getByText('Sample data:')).toBeVisible();
});

test('on a small screen the Sharpe ratios are left out', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/insights');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Show More' }) })
    .first();
  await expect(card.getByText('Total net return')).toBeVisible();
  await expect(card.getByText('Sharpe', { exact: false }).first()).toBeHidden();
});

test('one group fails: it is logged, and the other one and the papers show', async ({ page, watched }) => {
  watched.allow(/status of 503|cognitive portfolios could not be loaded/);
  await page.route('**/builder/website/cognitive/portfolios/**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/insights');
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(3);
});

test('both groups fail: a word and a way on instead of cards', async ({ page, watched }) => {
  watched.allow(/status of 503|could not be loaded/);
  await page.route('**/builder/website/**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/insights');
  await expect(page.getByText('There are no figures to show just now.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for the latest figures' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a token that is over is renewed once, and the page loads its data in one round', async ({ page, watched }) => {
  watched.allow(/status of 401/);
  await page.addInitScript(() => sessionStorage.setItem('TOKEN', 'over'));
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/builder')) calls.push(`${request.method()} ${pathname}`);
  });
  await page.goto('/insights');
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(6);
  const lists = ['GET /builder/website/portfolios/', 'GET /builder/website/cognitive/portfolios/'];
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /builder/v1/login']);
  expect(calls.toSorted()).toEqual(['GET /builder/v1/website/papers/', ...lists, ...lists, 'POST /builder/v1/login'].toSorted());
  expect(await page.evaluate(() => sessionStorage.getItem('TOKEN'))).not.toBe('over');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const [path, word] of [
    ['/insights', 'The figures are computed when the page is opened'],
    ['/insights/landing', 'The figures are computed when the page is opened'],
    ['/insights/paper', 'The paper was sent to your email address'],
    ['/downloads/pro', 'Save the PDF'],
    ['/getreport', 'JavaScript'],
  ] as const) {
    test(`${path} reads, with a word where live data would be`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('main p, main a').filter({ hasText: word }).first()).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
    });
  }
});

async function openDetails(page: Page, name: string) {
  await page.getByRole('button', { name: `Show More about ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

type Detail = Record<'total_return_pf' | 'net_return_pf' | 'net_return_bm' | 'excess_return' | 'sharpe_pf', number> &
  Record<'name' | 'shortName' | 'subName' | 'description', string> & { benchmark2: string | null };

/** The details that both lists bring to the page. */
function watchDetails(page: Page): () => Promise<Detail[]> {
  const lists = ['website/portfolios', 'cognitive/portfolios'].map((path) => page.waitForResponse((one) => one.url().includes(path)));
  return async () => (await Promise.all(lists.map(async (one) => (await (await one).json()) as Detail[]))).flat();
}

/** By hand, not by the site's own code: sign, two decimals. */
function ratio(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

function percent(value: number): string {
  return `${ratio(value)}%`;
}
