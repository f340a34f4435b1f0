import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { callerFor, dialogWords } from '../../contract/callers.ts';
import { contactMessages } from '../../contract/forms/contact-messages.ts';
import { figuresOf, shownPercent, shownRatio } from '../fixtures/shown-figures.ts';
import { linkIn } from '../fixtures/mailbox.ts';
import { expect, hydrated, test } from '../fixtures/test.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fillForm } from '../fixtures/fill-form.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const LINK = /https?:\/\/\S+\/verify\?token=[\w-]+/;

test('details, the invitation, the mail, and the same details again with the chart', async ({ page, mailbox, leads }) => {
  const email = 'fund.manager@example.com';
  await page.goto('/insights');
  const details = await openDetails(page, 'Global Trend');
  for (const heading of ['Annualized net returns', 'Excess returns'])
    await expect(details.getByRole('heading', { name: heading })).toBeVisible();
  await expect(details.getByText('sample data')).toBeVisible();
  await expect(details.getByText('Simulated: computed by a model, no money was managed.')).toBeVisible();
  await expect(details.getByText('Net of costs and fees', { exact: true })).toBeVisible();
  await expect(details.getByRole('heading', { name: 'Growth of 100' })).toHaveCount(0);
  await details.getByRole('button', { name: 'See the full analytics' }).click();
  const asked = dialogWords(callerFor('insights_cu'), 'Global Trend');
  const form = page.getByRole('dialog', { name: asked.title });
  await fillForm(form, contactForms.insights_cu, {
    name: 'Ada',
    surname: 'Lovelace',
    email,
    role: 'Portfolio Manager',
    company: 'Analytical Engines',
  });
  await form.getByRole('button', { name: asked.submit }).click();
  await expect(page.getByText(contactMessages.successTitle, { exact: true })).toBeVisible();

  await page.goto(linkIn(await mailbox.waitFor(email, /^Confirm your address to see the full analytics of Global Trend$/), LINK));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/\/insights\/landing$/);
  const again = page.getByRole('dialog', { name: 'Global Trend Portfolio' });
  await expect(
    again.getByRole('img', { name: /^Growth of 100 from 29 December 2017 to 31 December 2024: Global Trend, simulated 175\.\d/ }),
  ).toBeVisible();
  await expect(again.locator('canvas').first()).toBeVisible();
  for (const heading of ['Growth of 100', 'Risk', 'Calendar years', 'Months'])
    await expect(again.getByRole('heading', { name: heading })).toBeVisible();
  const paper = again.getByRole('link', { name: /How the figures are computed and checked/ });
  expect((await page.request.get((await paper.getAttribute('href'))!)).headers()['content-type']).toBe('application/pdf');

  const lead = (await leads()).find((one) => one.email === email);
  expect(lead).toMatchObject({
    status: 'verified',
    caller: 'insights_cu',
    form: 'insights_cu',
    about: { kind: 'portfolio', id: 'global-trend', name: 'Global Trend' },
  });

  await test.step('closed, it stays closed, and every other opens with its chart as well', async () => {
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();
    const other = await openDetails(page, 'Defensive Income');
    await expect(other.getByRole('img', { name: /^Growth of 100/ })).toBeVisible();
  });
});

everyEighthRun(test, 1)(
  'cards and dialog show the same rounded figures as the data calls, before any call and after it',
  async ({ page, request }) => {
    const shown = await figuresOf(request);
    const calls = dataCalls(page);
    await page.goto('/insights');
    const cards = cardsOf(page);
    await expect(cards).toHaveCount(6);
    const compare = async () => {
      for (const [index, one] of shown.entries()) {
        const card = cards.nth(index);
        await expect(card.getByRole('heading')).toHaveText(one.shortName);
        await expect(card).toContainText(one.subName || '--');
        const figures = [
          'Q4-2024',
          shownPercent(one.total_return_pf),
          shownRatio(one.sharpe_pf),
          shownPercent(one.net_return_pf),
          'Managed since',
        ];
        for (const figure of figures) await expect(card).toContainText(figure);
        await expect(card.getByRole('table').first().getByRole('row')).toHaveCount(one.benchmark2 === null ? 2 : 3);
        const said = await card.getByRole('table').last().innerText();
        const rows = one.periods.map(({ period, pf, bm }) => (period === 'start' ? '' : `${shownPercent(pf)}\t${shownPercent(bm)}`));
        expect(rows.filter((row) => !said.includes(row))).toEqual([]);
      }
      await expect(page.getByText('Sample data:')).toBeVisible();
    };
    await compare();
    expect(calls).toEqual([]);
    for (const [index, one] of shown.entries()) {
      await cards.nth(index).getByRole('button').click();
      const details = page.getByRole('dialog', { name: one.name });
      await expect(details).toContainText(one.description);
      for (const value of [one.net_return_pf, one.net_return_bm, one.excess_return])
        await expect(details).toContainText(shownPercent(value));
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
      await expect(cards.nth(index).getByRole('button')).toBeFocused();
    }
    await compare();
    expect(calls).toContain('GET /builder/website/portfolios/');
  },
);

everyEighthRun(test, 3)(
  'who reads loads no React; a sign from a button brings it, and nothing moves',
  async ({ ownSession: { page }, request }) => {
    const scripts: string[] = [];
    page.on('request', (one) => one.resourceType() === 'script' && scripts.push(new URL(one.url()).pathname));
    const [answer] = await Promise.all([request.get('/insights'), page.goto('/insights')]);
    // The same limit as scripts/checks/budgets.ts has for built pages. Compressed here, because servers of tests compress at the lowest quality.
    expect(brotliCompressSync(await answer.body()).length, 'bytes of HTML on the wire').toBeLessThan(20 * 1024);
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    const card = cardsOf(page).first();
    await card.getByRole('table').first().hover();
    await page.mouse.wheel(0, 600);
    await page.waitForFunction(() => scrollY > 500);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(scripts.filter((path) => !path.startsWith('/assets/client-'))).toEqual([]);
    await page.evaluate(async () => {
      scrollTo(0, 0);
      // Waits until what follows from scrolling is over, such as the floating button.
      for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element | null }[] })[])
          moved.push(`${value}: ${sources.map(({ node }) => node?.nodeName).join(', ')}`);
      }).observe({ type: 'layout-shift' });
    });
    const refreshed = page.waitForResponse((one) => one.url().includes('/builder/website/cognitive/portfolios/'));
    await card.getByRole('button').hover();
    await refreshed;
    await expect(page.locator('[data-island=portfolios-and-papers]')).toHaveAttribute('data-live', '');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    expect(scripts.some((path) => path.startsWith('/assets/react-'))).toBe(true);
  },
);

inTurn(test, 0)('a press on Show More before the code is here is carried out once it is', async ({ ownSession: { page } }) => {
  let release = () => {};
  const gate = new Promise<void>((done) => (release = done));
  await page.route('**/assets/portfolios-and-papers-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/insights');
  const button = page.getByRole('button', { name: 'Show More about Global Trend' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Global Trend Portfolio' })).toBeVisible();
});

inTurn(test, 1)('on a small screen the Sharpe ratios are left out; on a tablet no card has a hole', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/insights');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Show More' }) })
    .first();
  await expect(card.getByText('Total net return')).toBeVisible();
  await expect(card.getByText('Sharpe', { exact: false }).first()).toBeHidden();
  for (const width of [768, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const gaps = await Promise.all((await cardsOf(page).all()).map((one) => one.evaluate(gapsIn)));
    expect(gaps).toHaveLength(6);
    // The usual gap plus a line for a second benchmark, which a neighbouring card may have.
    expect(Math.max(...gaps.flat()), `${width} px: ${JSON.stringify(gaps)}`).toBeLessThan(80);
  }
});

test('one group fails to refresh, or one portfolio of it: it is logged, what stood there stays, its neighbours are new', async ({
  page,
  request,
  watched,
}) => {
  const shown = await figuresOf(request);
  watched.allow(/status of 50[03]|could not be loaded/);
  await page.route('**/builder/website/cognitive/portfolios/**', (route) => route.fulfill({ status: 503, body: '{}' }));
  const logged = page.waitForEvent('console', (message) => message.text().includes('cognitive portfolios could not be loaded'));
  await page.goto('/insights');
  await hydrated(page);
  await logged;
  await expect(cardsOf(page).getByRole('heading')).toHaveText(shown.map((one) => one.shortName));
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(3);

  const own = shown.filter(({ id }) => id.startsWith('cognitive-'));
  expect(own.length).toBeGreaterThan(1);
  await page.route('**/builder/website/cognitive/portfolios/**', (route) => route.fulfill({ json: own.map(({ id }) => ({ id })) }));
  await page.route('**/builder/website/cognitive/portfolio/**', (route) => {
    const asked = own.find(({ id }) => new URL(route.request().url()).pathname.endsWith(`/${id}`))!;
    return asked === own[0] ? route.fulfill({ status: 500, body: '{}' }) : route.fulfill({ json: { ...asked, total_return_pf: 123.45 } });
  });
  const failed = page.waitForEvent('console', (message) => message.text().includes(`figures of ${own[0]!.id} could not be loaded`));
  await page.reload();
  await hydrated(page);
  await failed;
  for (const one of own) {
    const card = cardsOf(page).filter({ has: page.getByRole('heading', { name: one.shortName, exact: true }) });
    await expect(card).toContainText(shownPercent(one === own[0] ? one.total_return_pf : 123.45));
  }
  await expect(cardsOf(page)).toHaveCount(shown.length);
});

test('a token that is over is renewed once, and the page refreshes its data in one round', async ({ ownSession: { page, watched } }) => {
  watched.allow(/status of 401/);
  await page.addInitScript(() => sessionStorage.setItem('TOKEN', 'over'));
  const calls = dataCalls(page);
  await page.goto('/insights');
  await hydrated(page);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('TOKEN'))).not.toBe('over');
  const lists = ['GET /builder/website/portfolios/', 'GET /builder/website/cognitive/portfolios/'];
  const all = ['GET /builder/v1/website/papers/', ...lists, ...lists, 'POST /builder/v1/login'].toSorted();
  await expect.poll(() => calls.toSorted()).toEqual(all);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  everyEighthRun(test, 7)('every address has every figure, every description and every paper', async ({ page, request }) => {
    const figures = await figuresOf(request);
    for (const path of ['/insights', '/getsummary', '/insights/landing', '/insightsLanding', '/landing']) {
      await page.goto(path);
      const cards = await cardsOf(page).evaluateAll((all) => (all as HTMLElement[]).map(({ innerText }) => innerText));
      for (const [index, one] of figures.entries()) {
        const said = [one.total_return_pf, one.net_return_pf, one.net_return_bm, one.excess_return].map((value) => shownPercent(value));
        for (const text of [one.shortName, one.description, one.disclosure.for_whom ?? '', shownRatio(one.sharpe_pf), ...said])
          expect(cards[index], path).toContain(text);
      }
      const papers = page.getByRole('region', { name: 'Papers' }).getByRole('article');
      await expect(papers).toHaveText([/\w{4}/, /\w{4}/, /\w{4}/]);
    }
  });

  inTurn(test, 2)('a page reads, with a word where what scripts do would be', async ({ page }) => {
    for (const [path, word] of [
      ['/insights/paper', 'The paper was sent to your email address'],
      ['/downloads/pro', 'Save the PDF'],
      ['/login', 'Logging in here needs JavaScript'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('main p, main a').filter({ hasText: word }).first()).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
    }
  });
});

function cardsOf(page: Page) {
  return page.getByRole('region', { name: 'Quarterly metrics' }).getByRole('article');
}

/** Gaps in pixels between the parts of a card, measured from the bottom of one part's content to the top of the next. */
function gapsIn(card: Element): number[] {
  const parts = [...card.children].flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const { top, bottom, height } = range.getBoundingClientRect();
    return height > 0 ? [{ top, bottom }] : [];
  });
  return parts.slice(1).map(({ top }, i) => Math.round(top - parts[i]!.bottom));
}

function dataCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/builder')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function openDetails(page: Page, name: string) {
  await page.getByRole('button', { name: `Show More about ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}
