import type { Page } from '@playwright/test';
import { dark, light } from '../../ui/tokens.ts';
import { expect, hydrated, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 2);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const phone = { width: 360, height: 720 };
const demo = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Book a demo' });
const pageViews = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: { event?: string; page_path?: string; page_title?: string }[] };
    return dataLayer.filter(({ event }) => event === 'page_view').map(({ page_path: path }) => path);
  });

test('a link opens its page at the top, in its theme; Back returns to the place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 700));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cognitive PRO' }).click();
  await expect(page).toHaveURL(/\/cognitivepro$/);
  await expect(page).toHaveTitle(/^Cognitive PRO/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/cognitivepro$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect.poll(() => pageViews(page)).toEqual(['/cognitivepro']);
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
});

test('a page enters by a fade of 650 ms, and is painted at once', async ({ page }) => {
  const fades = () => page.locator('main').evaluate((main) => main.getAnimations().map(({ effect }) => effect?.getTiming().duration));
  await page.goto('/');
  expect(await fades()).toEqual([650]);
  expect(Number(await page.locator('main').evaluate((main) => getComputedStyle(main).opacity))).toBeGreaterThan(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cognitive PRO' }).click();
  await expect(page).toHaveURL('/cognitivepro');
  await expect.poll(fades).toEqual([650]);
});

test('a click made before the page answers opens the form as soon as it does', async ({ ownSession: { page } }) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await demo(page).click();
  await expect(demo(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog', { name: 'Book a demo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(demo(page)).toBeFocused();
  await expect(demo(page)).not.toHaveAttribute('aria-busy');
});

test('a form whose code does not arrive says so, and comes with the next try', async ({ ownSession: { page, watched } }) => {
  watched.allow(/Failed to load resource/);
  const form = '**/assets/contact-dialog-*';
  await page.route(form, (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await demo(page).click();
  await expect(page.getByRole('alert')).toContainText('The form could not be loaded');
  await page.unroute(form);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Book a demo' })).toBeVisible();
});

test('an old-style address opens its page, and leads nowhere else', async ({ page, server }) => {
  await page.goto('/#/cognitivepro');
  await expect(page).toHaveURL(`${server.url}/cognitivepro`);
  await page.goto('/#//example.com');
  await expect(page).toHaveURL(/^http:\/\/localhost/);
});

test('an old-style address that is entered on an open page opens its page, too', async ({ page, server }) => {
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => (location.hash = '#/about'));
  await expect(page).toHaveURL(`${server.url}/about`);
});

test('a hash that names the platform makes the home page dark, and what the browser draws around it', async ({ page }) => {
  await page.goto('/#cognitivepro');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const frame = page.locator('meta[name=theme-color]');
  await expect(frame).toHaveAttribute('content', asBuilt(dark.canvas));
  await page.evaluate(() => (location.hash = '#solutions'));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(frame).toHaveAttribute('content', asBuilt(light.canvas));
});

test('beyond 300 px, back to top on a wide window and Book a demo on a phone', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const top = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, 300));
  await expect(top).toBeHidden();
  await page.evaluate(() => scrollTo(0, 301));
  await expect(top).toBeVisible();
  await top.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.setViewportSize(phone);
  await page.evaluate(() => scrollTo(0, 400));
  await expect(top).toBeHidden();
  const floating = page.locator('#floating').getByRole('button', { name: 'Book a demo' });
  await test.step('it makes way for the banner, and for a dialog', async () => {
    await expect(floating).toBeHidden();
    await page.getByRole('button', { name: 'Reject all' }).click();
    await expect(floating).toBeInViewport({ ratio: 1 });
    // Focused elements are not covered by the floating button.
    await expect(page.locator('html')).toHaveCSS('scroll-padding-bottom', '72px');
    await floating.click();
    await expect(page.getByRole('dialog').getByLabel(/^Name/)).toBeVisible();
    await expect(floating).toBeHidden();
  });
});

test('at 320 × 256 nothing that has the focus is covered, on the page and in the dialog', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
  await page.evaluate(() => scrollTo(0, 700));
  await expect(page.locator('#floating')).toHaveAttribute('data-shows', '');
  for (const key of ['Tab', 'Shift+Tab']) for (let n = 0; n < 14; n += 1) await expectUncovered(page, key);
  await page
    .getByRole('button', { name: 'Book a demo' })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('dialog').getByLabel(/^Name/)).toBeVisible();
  for (const key of ['Tab', 'Shift+Tab']) for (let n = 0; n < 8; n += 1) await expectUncovered(page, key);
});

test('on phones the home page and the platform ask for their demo wherever a reader is, other pages do not', async ({ page }) => {
  await page.setViewportSize(phone);
  const floating = page.locator('#floating').getByRole('button', { name: 'Book a demo' });
  for (const [path, caller] of [
    ['/', 'home_bad'],
    ['/cognitivepro', 'cognitive_bad'],
    ['/about', undefined],
    ['/ecosystem', undefined],
  ] as const) {
    await page.goto(path);
    await hydrated(page);
    if (path === '/') await page.getByRole('button', { name: 'Reject all' }).click();
    await page.evaluate(() => scrollTo(0, 1500));
    await expect(page.locator('#floating')).toHaveAttribute('data-shows', '');
    if (caller === undefined) await expect(floating).toHaveCount(0);
    else {
      await expect(floating).toBeInViewport({ ratio: 1 });
      await expect(floating).toHaveAttribute('href', `/form/${caller}`);
    }
  }
});

test('the drawer keeps focus inside, gives it back, and makes way for the form, which gives it back as well', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await hydrated(page);
  const opener = page.getByRole('button', { name: 'Open the menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(drawer.getByRole('link')).toHaveText([/Cognitive PRO/, /Insights/, /About/, /Login/]);
  await expect(drawer.getByRole('link', { name: 'Login' })).toHaveAttribute('target', '_blank');
  for (let presses = 0; presses < 9; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, footer'))).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await drawer.getByRole('button', { name: 'Book a demo' }).click();
  const form = page.getByRole('dialog', { name: 'Book a demo' });
  await expect(form).toBeVisible();
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
  await test.step('also to a button that the browser gave none when it was pressed', async () => {
    const settings = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' });
    await opener.blur();
    await settings.evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(settings).toBeFocused();
  });
});

test('Back closes the menu and stays on the page; a link of it leads away, and Back finds the page without it', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/credits');
  await page.goto('/about');
  await hydrated(page);
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const open = () => page.getByRole('button', { name: 'Open the menu' }).click();
  const entries = () => page.evaluate(() => (history.state as { dialogs?: number } | null)?.dialogs ?? 0);
  await open();
  // The menu's history entry is added a task after the press. Only Playwright is quick enough to go back before that.
  await expect.poll(entries).toBe(1);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);
  await open();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect.poll(entries).toBe(0);
  await open();
  await drawer.getByRole('link', { name: 'Insights' }).click();
  await expect(page).toHaveURL(/\/insights$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(drawer).toBeHidden();
  await open();
  await expect(drawer).toBeVisible();
});

test('each visitor has one id, kept in this browser', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const id = () => page.evaluate(() => localStorage.getItem('visitor-id'));
  await expect.poll(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const first = await id();
  await page.reload();
  await hydrated(page);
  expect(await id()).toBe(first);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads in full, its links work and the drawer opens and closes', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/');
    await expect(page.locator('h1')).toBeVisible();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    await drawer.getByRole('button', { name: 'Close the menu' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cognitive PRO' }).click();
    await expect(page).toHaveURL(/\/cognitivepro$/);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    await expect(page).toHaveURL(/\/cookies#choice$/);
  });
});

test('from a page without scripts, Book a demo leads to the form', async ({ page, watched }) => {
  watched.allow(/status of 404/);
  await page.goto('/verify?token=unknown');
  await expect(page.locator('script')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Book a demo' }).click();
  await expect(page).toHaveURL(/\/form\/home_bad$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a demo');
});

/** The build shortens colours to three digits where possible. */
function asBuilt(colour: string): string {
  return colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
}

/**
 * Presses a key that moves the focus, and checks the middle and the corners of the focused element (WCAG 2.4.11: it must not be covered entirely).
 */
async function expectUncovered(page: Page, key: string) {
  await page.keyboard.press(key);
  const covered = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
    const inset = Math.min(4, width / 3, height / 3);
    const points = [left + inset, (left + right) / 2, right - inset].flatMap((x) =>
      [top + inset, (top + bottom) / 2, bottom - inset].map((y) => document.elementFromPoint(x, y)),
    );
    const seen = points.filter(
      (hit) => hit && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.control === focused),
    );
    return seen.length === points.length ? undefined : focused.outerHTML.slice(0, 120);
  });
  expect(covered).toBeUndefined();
}
