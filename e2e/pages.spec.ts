import type { Page as BrowserPage } from '@playwright/test';
import { alternatesOf } from '../contract/alternates.ts';
import { postingPage } from '../contract/posting.ts';
import { pages, type PageRow } from '../contract/pages.ts';
import { themeOf } from '../contract/theme.ts';
import { company } from '../site/content/company.ts';
import { postings } from '../site/content/postings.ts';
import { socialImage } from '../site/content/social.ts';
import { accessibilityFaults } from './fixtures/accessibility.ts';
import { serveSmallReport } from './fixtures/small-report.ts';
import { expect, hydrated, test } from './fixtures/test.ts';

// pdf.js draws the file's content as tens of thousands of placed letters, which are excluded from the accessibility check.
const PDF_PAGES = '.react-pdf__Page';
const REPORT = '/downloads/pro';
// A narrow phone, a tablet, and a desktop window. axe checks each page at one of these widths, in rotation: its findings rarely depend on the width, and the
// parts common to all pages are checked at every one.
const WIDTHS = [320, 820, 1440];
const UNKNOWN = '/no-such-page';
// The browser itself logs answers with 4xx.
const NOT_FOUND = /console error: Failed to load resource: the server responded with a status of 4\d\d/;

// Without transitions: half-faded text has too little contrast, which is not tested here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Without /verify, whose states depend on links that only the server knows.
const tabled = pages.filter((page) => page.scripts !== false);
// /jobs redirects to the positions; one of them is tested, because they are alike.
const reachable = [...tabled.filter(({ path }) => path !== '/jobs'), postingPage(postings[0]!)];

// One address of each page: its other addresses differ only in the document's head.
const distinct = [...new Map(reachable.map((page) => [`${page.component} ${page.mode ?? ''}`, page])).values()];

for (const [place, page] of distinct.entries()) {
  test(`${page.path}: found, usable and without a shift at every width, accessible`, async ({ page: browser, watched }) => {
    if (page.status) watched.allow(NOT_FOUND);
    await atEveryWidth(browser, async (width) => {
      // The real report is drawn once, at the narrowest width.
      if (page.path === REPORT && width > WIDTHS[0]!) await serveSmallReport(browser);
      await expectHead(browser, page);
      await expectUsable(browser, page.path);
      if (width === WIDTHS[place % WIDTHS.length]) expect(await accessibilityFaults(browser, { exclude: PDF_PAGES })).toEqual([]);
    });
  });
}

test('the page of another address has a head of its own', async ({ page: browser }) => {
  for (const page of reachable.filter((one) => !distinct.includes(one))) {
    await test.step(page.path, () => expectHead(browser, page));
  }
});

for (const [place, path] of ['/verify?token=unknown', UNKNOWN].entries()) {
  test(`${path}: usable and without a shift at every width, accessible`, async ({ page: browser, watched }) => {
    watched.allow(NOT_FOUND);
    await atEveryWidth(browser, async (width) => {
      await browser.goto(path);
      await expectUsable(browser, path);
      if (width === WIDTHS[place]) expect(await accessibilityFaults(browser)).toEqual([]);
    });
  });
}

test('an unknown path: the frame, the words and the status 404', async ({ page: browser, watched }) => {
  watched.allow(NOT_FOUND);
  const response = await browser.goto(UNKNOWN);
  expect(response?.status()).toBe(404);
  await expect(browser.getByRole('main')).toContainText('404: Page not found');
  await expect(browser.getByRole('banner')).toBeVisible();
  await expect(browser.getByRole('contentinfo')).toBeVisible();
});

for (const path of ['/', '/confirm', '/insights']) {
  test(`${path}: fonts that come after the first paint move nothing, and are used from the next page on`, async ({ page: browser }) => {
    const late = Promise.withResolvers<void>();
    await browser.route('**/*.woff2', async (route) => {
      await late.promise;
      await route.continue();
    });
    await browser.setViewportSize({ width: 320, height: 900 });
    await browser.goto(path, { waitUntil: 'domcontentloaded' });
    expect(await headingFonts(browser)).not.toContain('Barlow SemiBold');
    late.resolve();
    await browser.waitForLoadState('load');
    await browser.evaluate(() => document.fonts.ready);
    expect(await shifts(browser), 'layout shifts').toEqual([]);
    await browser.unrouteAll();
    await browser.reload();
    expect(await headingFonts(browser)).toEqual(['Barlow SemiBold']);
  });
}

test('a trailing slash makes no difference, and an old-style address opens the page', async ({ page: browser }) => {
  await browser.goto('/cognitivepro/');
  await expect(browser).toHaveTitle(pages.find(({ path }) => path === '/cognitivepro')?.title ?? '');
  await browser.goto('/#/confirm');
  await expect(browser).toHaveURL(/\/confirm$/);
});

/** Reuses one window for all widths, which is cheaper than a new one. Each visit loads the page anew. */
async function atEveryWidth(browser: BrowserPage, visit: (width: number) => Promise<void>) {
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await browser.setViewportSize({ width, height: 900 });
      await visit(width);
    });
  }
}

/** Waits until a page's PDF is drawn; until then the page has another length. */
async function arrived(browser: BrowserPage, path: string) {
  if (path === REPORT) await expect(browser.locator(`${PDF_PAGES} canvas`).first()).toBeVisible();
}

async function expectHead(browser: BrowserPage, page: PageRow) {
  const response = await browser.goto(page.path);
  expect(response?.status()).toBe(page.status ?? 200);
  await expect(browser).toHaveTitle(page.title);
  await expectOneCanonical(browser, page);
  expect(await headData(browser)).toEqual(declaredHead(page, new URL(browser.url()).origin));
  await expectHeadings(browser);
  await expectTheme(browser, page.path);
}

/** Scrolls from top to bottom: nothing extends beyond the right edge, and nothing shifts. */
async function expectUsable(browser: BrowserPage, path: string) {
  await expectNoSideScroll(browser);
  if (!path.startsWith('/verify')) await hydrated(browser);
  await arrived(browser, path);
  await scrollThrough(browser);
  await expectNoSideScroll(browser);
  await expectHeadings(browser);
  expect(await shifts(browser), 'layout shifts').toEqual([]);
}

async function headData(browser: BrowserPage) {
  return browser.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=description], meta[name^="twitter:"], meta[property]')];
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')];
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      said: Object.fromEntries(metas.map((meta) => [meta.getAttribute('property') ?? meta.name, meta.content])),
      alternates: links.map(({ hreflang, href }) => [hreflang, new URL(href).href]),
      data: data.map(({ textContent }) => (JSON.parse(textContent) as { '@type': string })['@type']),
    };
  });
}

/** The expected head according to the page's row in the table. */
function declaredHead(page: PageRow, origin: string) {
  const { src, alt } = socialImage(page.component);
  const data: Readonly<Record<string, string>> = { about: 'Organization', jobs: 'JobPosting' };
  return {
    said: {
      description: page.description,
      'og:type': 'website',
      'og:site_name': company.name,
      'og:title': page.title,
      'og:description': page.description,
      'og:url': origin + (page.canonical ?? page.path),
      'og:image': origin + src,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    },
    alternates: alternatesOf(page).map(([code, path]) => [code, new URL(path, origin).href]),
    data: data[page.component] ? [data[page.component]] : [],
  };
}

async function expectHeadings(browser: BrowserPage) {
  await expect(browser.locator('h1')).toHaveCount(1);
  const levels = await browser.locator('h1, h2, h3, h4, h5, h6').evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1);
  expect(jumps, `headings in order: ${levels.join(' ')}`).toEqual([]);
}

async function expectOneCanonical(browser: BrowserPage, page: PageRow) {
  const canonical = browser.locator('link[rel=canonical]');
  await expect(canonical).toHaveCount(1);
  const href = (await canonical.getAttribute('href')) ?? '';
  const { pathname, search } = new URL(href);
  expect(pathname + search).toBe(page.canonical ?? page.path);
  const robots = browser.locator('meta[name=robots][content*=noindex]');
  await expect(robots).toHaveCount(page.indexed ? 0 : 1);
}

async function expectTheme(browser: BrowserPage, address: string) {
  const brightness = await browser.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    return (red + green + blue) / 3;
  });
  expect(brightness < 128 ? 'dark' : 'light').toBe(themeOf(address));
}

async function expectNoSideScroll(browser: BrowserPage) {
  const beyond = await browser.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}

async function scrollThrough(browser: BrowserPage) {
  await browser.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
    }
    // Images that are out of sight, in a carousel or a closed dialog, never load.
    const inSight = [...document.images].filter((image) => {
      const { left, right } = image.getBoundingClientRect();
      return image.checkVisibility() && right > 0 && left < innerWidth;
    });
    const patience = new Promise((done) => setTimeout(done, 3000));
    await Promise.race([patience, Promise.allSettled(inSight.map((image) => image.decode()))]);
    scrollTo({ top: 0, behavior: 'instant' });
    await frame();
  });
}

async function headingFonts(browser: BrowserPage): Promise<string[]> {
  const session = await browser.context().newCDPSession(browser);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** Visible layout shifts that no input caused, each with the elements that moved. */
async function shifts(browser: BrowserPage) {
  return browser.evaluate(
    () =>
      new Promise<string[]>((done) => {
        new PerformanceObserver((list) => {
          const all = list.getEntries() as unknown as Shift[];
          done(
            all
              .filter(({ hadRecentInput, value }) => !hadRecentInput && value > 0.001)
              .map(({ value, sources }) => `${value}: ${sources.map(moved).join(', ')}`),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called if there were no shifts.
        requestAnimationFrame(() => requestAnimationFrame(() => done([])));

        type Shift = {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        function moved({ node, previousRect: from, currentRect: to }: Shift['sources'][number]): string {
          const text = node?.textContent?.trim().slice(0, 24);
          return `${node?.nodeName} ${text} (${from.x} ${from.y} ${from.width}×${from.height} → ${to.x} ${to.y} ${to.width}×${to.height})`;
        }
      }),
  );
}
