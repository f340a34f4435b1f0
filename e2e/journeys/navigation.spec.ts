import type { Page } from '@playwright/test';
import { consentWords } from '../../site/content/consent.ts';
import { distinct } from '../fixtures/reachable-pages.ts';
import { expect, hydrated, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun, rotated } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 3);

const views = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: { event?: string; page_path?: string }[] }).dataLayer ?? []).flatMap(({ event, page_path: path }) =>
      event === 'page_view' ? [path] : [],
    ),
  );

test('pages come back out of the back/forward cache as they were, and count as shown again', async ({ page }) => {
  test.setTimeout(distinct.length * 15_000);
  // Browsers put only pages with status 200 into the back/forward cache.
  // One page of each component, because its other modes have the same scripts; a third of them in turn.
  const components = new Map(distinct.filter(({ status }) => !status).map(({ component, path }) => [component, path]));
  for (const path of rotated([...components.values()], 0, 3)) {
    await test.step(path, async () => {
      await page.goto(path);
      await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
      await page.evaluate(() => Object.assign(window, { same: true }));
      // Any other page would do; this one is the smallest.
      await page.goto('/robots.txt');
      await goBack(page, path);
      expect(await page.evaluate(() => 'same' in window)).toBe(true);
      expect(await views(page)).toHaveLength(2);
    });
  }
});

test('what was typed and a file that was chosen are there again after a look at another page', async ({ page }) => {
  await page.goto('/careers');
  await hydrated(page);
  const form = page.getByRole('main').locator('form');
  await form.getByLabel(/^Email/).fill('back@example.com');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'back.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') });
  await expect(form.getByText('back.pdf').first()).toBeVisible();
  await leaveAndReturn(page, '/careers');
  await expect(form.getByLabel(/^Email/)).toHaveValue('back@example.com');
  await expect(form.getByText('back.pdf').first()).toBeVisible();
});

test('a hash that is no text is a place like any other: Back finds the page', async ({ page }) => {
  await page.goto('/about#100%');
  await expect(page.locator('h1')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Credits' }).click();
  await expect(page).toHaveURL(/\/credits$/);
  await goBack(page, '/about');
  expect(await page.evaluate(() => location.hash)).toBe('#100%');
  await expect(page.locator('h1')).toBeVisible();
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
});

test('a page that is loaded again shows what was being read', async ({ page }) => {
  await page.goto('/');
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).last();
  await heading.evaluate((element) => element.scrollIntoView());
  const place = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // Sections out of view are laid out only when they come near, so the position changes at first.
  await expect.poll(place).toBeLessThan(200);
  await page.reload();
  await expect.poll(async () => Math.abs(await place())).toBeLessThan(200);
});

test('a choice of cookies made on another page holds on the one that comes back', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: consentWords.banner.label });
  await expect(banner).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Credits' }).click();
  await expect(page).toHaveURL(/\/credits$/);
  await banner.getByRole('button', { name: consentWords.banner.reject }).click();
  await goBack(page, '/');
  await expect(banner).toBeHidden();
});

test('a page that is rendered ahead counts no view and keeps nothing before it is shown', async ({ ownSession: { page }, server }) => {
  await page.context().addCookies([{ name: 'consent', value: agreed(), url: server.url }]);
  await page.addInitScript(() => {
    let ahead = true;
    Object.defineProperty(document, 'prerendering', { get: () => ahead });
    Object.assign(window, {
      show: () => {
        ahead = false;
        document.dispatchEvent(new Event('prerenderingchange'));
      },
    });
  });
  await page.goto('/insights?utm_source=x');
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  const kept = () => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat());
  expect(await views(page)).toEqual([]);
  expect(await kept()).toEqual([]);
  expect(await granted(page)).toBe(false);
  await page.evaluate(() => (window as unknown as { show(): void }).show());
  expect(await views(page)).toEqual(['/insights']);
  expect(await kept()).toContain('visitor-id');
  expect(await granted(page)).toBe(true);
});

test('a link is rendered ahead once a pointer rests on it; files and other windows are not', async ({ page }) => {
  await page.goto('/');
  const rules = JSON.parse((await page.locator('script[type=speculationrules]').textContent()) ?? '') as {
    prerender: { eagerness: string; where: { and: { not?: { selector_matches: string } }[] } }[];
  };
  expect(rules.prerender[0]?.eagerness).toBe('moderate');
  const excluded = rules.prerender[0]?.where.and.find(({ not }) => not)?.not?.selector_matches ?? '';
  await expect(page.getByRole('banner').locator(`a[href^="http"]:not(${excluded})`)).toHaveCount(0);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/about');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
  await asked;
});

async function leaveAndReturn(page: Page, path: string) {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: path === '/credits' ? 'About' : 'Credits' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await goBack(page, path);
}

/** Goes back without Playwright's goBack, which waits for a load event that a page from the back/forward cache does not fire. */
async function goBack(page: Page, path: string) {
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect
    .poll(() => page.evaluate(() => location.pathname + location.search).catch(() => ''), { intervals: [20, 50, 100, 250] })
    .toBe(path);
}

function agreed(): string {
  const at = new Date().toISOString();
  return encodeURIComponent(JSON.stringify({ categories: ['necessary', 'measurement'], revision: 1, lastConsentTimestamp: at }));
}

async function granted(page: Page): Promise<boolean> {
  return page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer ?? []).includes('"update"'));
}
