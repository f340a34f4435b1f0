import type { Page as BrowserPage } from '@playwright/test';
import { CONSENTS_PATH } from '../contract/cookie-consent.ts';
import { unconnected } from '../contract/cookie-words.ts';
import { consentWords } from '../site/content/consent.ts';
import { CONSENT_COOKIE } from '../site/content/consent-cookie.ts';
import { cookiePolicy } from '../site/content/cookies.ts';
import { accessibilityFaults } from './fixtures/accessibility.ts';
import { expect, hydrated, test } from './fixtures/test.ts';
import { everyEighthRun, inTurn } from '../server/testing/rotation.testing.ts';

const { banner: words, dialog: dialogWords } = consentWords;

test('Consent Mode is denied before anything else is said', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  // The banner is in the HTML; the consent commands come from the page's script, after the first paint.
  await hydrated(page);
  const [first, ...others] = await commands(page);
  expect(first).toEqual([
    'consent',
    'default',
    expect.objectContaining({ analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }),
  ]);
  expect(others).toEqual([]);
});

test('refusing takes one press, holds on every page, and keeps the choice only', async ({ page, context }) => {
  const told = toldTo(page);
  await page.goto('/');
  await expect(banner(page)).toContainText(words.asks.none);
  await banner(page).getByRole('button', { name: words.reject }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect((await context.cookies()).map(({ name }) => name)).toEqual([CONSENT_COOKIE]);
  await page.goto('/about');
  await hydrated(page);
  await page.goto('/cookies');
  await expect(page.getByRole('status')).toContainText(cookiePolicy.choice.refused);
  await expect(banner(page)).toHaveCount(0);
  expect(JSON.stringify(await commands(page))).not.toContain('_storage":"granted","ad');
  expect(granted(await commands(page))).toEqual([]);
  expect(told).toEqual([]);
});

everyEighthRun(test, 3)(
  'accepting grants, and is recorded; it can be changed on /cookies and from the foot of every page',
  async ({ page, context }) => {
    const told = toldTo(page);
    await page.goto('/cognitivepro');
    await expect(banner(page)).toBeVisible();
    expect(told).toEqual([]);
    const recorded = page.waitForResponse((response) => new URL(response.url()).pathname === CONSENTS_PATH);
    await banner(page).getByRole('button', { name: words.accept }).click();
    expect((await recorded).status()).toBe(204);
    const [kept] = await context.cookies();
    const { consentId } = JSON.parse(decodeURIComponent(kept!.value)) as { consentId: string };
    expect(told).toMatchObject([{ consentId, categories: ['necessary', 'measurement', 'marketing'], page: '/cognitivepro', banner: true }]);
    expect(granted(await commands(page))).toEqual(['ad_personalization', 'ad_storage', 'ad_user_data', 'analytics_storage']);

    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    const dialog = page.getByRole('dialog', { name: dialogWords.title });
    await expect(dialog.getByRole('switch', { name: 'Necessary' })).toBeDisabled();
    for (const { text } of Object.values(unconnected)) await expect(dialog).toContainText(text);
    await expect(dialog.getByRole('switch', { name: 'Marketing' })).toBeChecked();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('switch', { name: 'Marketing' }).uncheck();
    await dialog.getByRole('button', { name: dialogWords.save }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => granted(await commands(page))).toEqual(['analytics_storage']);

    await page.goto('/cookies');
    await expect(page.getByRole('status')).toContainText(`${cookiePolicy.choice.accepted} measurement.`);
    const change = page.getByRole('button', { name: cookiePolicy.choice.change });
    await change.click();
    await dialog.getByRole('button', { name: dialogWords.reject }).click();
    await expect(page.getByRole('status')).toContainText(cookiePolicy.choice.refused);
    await expect(change).toBeFocused();
    await expect.poll(async () => granted(await commands(page))).toEqual([]);
    await expect
      .poll(() => told.slice(1))
      .toMatchObject([
        { consentId, categories: ['necessary', 'measurement'], page: '/cognitivepro' },
        { consentId, categories: ['necessary'], page: '/cookies' },
      ]);
  },
);

everyEighthRun(test, 0)(
  'by keyboard: the banner comes first, its dialog keeps focus, Escape decides nothing',
  async ({ page, context }) => {
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole('link')).toBeFocused();
    await banner(page).getByRole('button', { name: words.choose }).press('Enter');
    const dialog = page.getByRole('dialog', { name: dialogWords.title });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(banner(page)).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await expect(banner(page).getByRole('button', { name: words.choose })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: dialogWords.reject }).press('Enter');
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  },
);

inTurn(test, 0)(
  'on a phone the banner is low, covers no control, shifts nothing, and needs no connection',
  async ({ page, context, watched }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    const box = (await banner(page).boundingBox())!;
    expect(box.height).toBeLessThan(780 * 0.25);
    await page.evaluate(() => scrollTo(0, 1500));
    // The floating button is hidden while the banner is open.
    await expect(page.locator('#floating')).toHaveAttribute('data-shows', '');
    await expect(page.locator('#floating').getByRole('button', { name: 'Book a demo' })).toBeHidden();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const foot = page.getByRole('contentinfo').getByText(/^Version/);
    const bottom = (await foot.boundingBox())!;
    expect(bottom.y + bottom.height).toBeLessThanOrEqual(box.y);
    expect(await accessibilityFaults(page, { include: 'section[aria-label="Choice of cookies"]' })).toEqual([]);
    const shifts = await page.evaluate(() => performance.getEntriesByType('layout-shift').length);
    expect(shifts).toBe(0);
    watched.allow(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await banner(page).getByRole('button', { name: words.accept }).click();
    await expect(banner(page)).toBeHidden();
    expect(granted(await commands(page))).toHaveLength(4);
    expect((await context.cookies()).map(({ name }) => name)).toEqual([CONSENT_COOKIE]);
  },
);

function toldTo(page: BrowserPage): object[] {
  const told: object[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === CONSENTS_PATH) told.push(request.postDataJSON() as object);
  });
  return told;
}

function banner(page: BrowserPage) {
  return page.getByRole('region', { name: words.label });
}

async function commands(page: BrowserPage): Promise<unknown[][]> {
  return page.evaluate(() => {
    const entries = (window as unknown as { dataLayer?: object[] }).dataLayer ?? [];
    return entries
      .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
      .map((entry) => [...(entry as ArrayLike<unknown> & Iterable<unknown>)]);
  });
}

function granted(all: unknown[][]): string[] {
  const state = Object.assign({}, ...all.map(([, , values]) => values)) as Record<string, string>;
  return Object.keys(state)
    .filter((name) => /^(ad|analytics)_/.test(name) && state[name] === 'granted')
    .sort();
}
