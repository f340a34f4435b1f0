import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as BrowserPage } from '@playwright/test';
import { alternatesOf } from '../contract/alternates.ts';
import { pageOf, type PageRow } from '../contract/pages.ts';
import { themeOf } from '../contract/theme.ts';
import { company } from '../site/content/company.ts';
import { declaration } from '../site/content/cookies.ts';
import { socialImage } from '../site/content/social.ts';
import { accessibilityFaults } from './fixtures/accessibility.ts';
import { distinct, reachable } from './fixtures/reachable-pages.ts';
import { serveSmallReport } from './fixtures/small-report.ts';
import { expect, hydrated, test } from './fixtures/test.ts';
import { everyEighthRun, inTurn, rotated } from '../server/testing/rotation.testing.ts';

// pdf.js draws the file's content as tens of thousands of placed letters, which are excluded from the accessibility check.
const PDF_PAGES = '.react-pdf__Page';
const REPORT = '/downloads/pro';
/** A narrow phone, a tablet, and a desktop window. */
const WIDTHS = [320, 820, 1440];
/** Widths at which a page is loaded, in turn. Layout shifts are checked at these only. */
const LOADED = [320, 1440];
const UNKNOWN = '/no-such-page';
// The browser itself logs answers with 4xx.
const NOT_FOUND = /console error: Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Fonts that the test provides before the first frame. On a busy machine a page's own fonts may come up to 100 ms after it, and then move what is
 * beside a line of text. Fonts that come later than that have a test of their own.
 */
const fonts = [
  { family: 'Barlow', weight: '400' },
  { family: 'Barlow', weight: '600' },
  { family: 'Barlow Condensed', weight: '500' },
].map(({ family, weight }) => {
  const file = join(import.meta.dirname, `../ui/styles/fonts/${family.toLowerCase().replace(' ', '-')}-${weight}.woff2`);
  return { family, weight, base64: readFileSync(file, 'base64') };
});

test('every address is found, with a head and a theme of its own and headings in order', async ({ page: browser }) => {
  for (const page of reachable) {
    await test.step(page.path, async () => {
      const answer = await browser.request.get(page.path);
      expect(answer.status()).toBe(page.status ?? 200);
      expect(await browser.evaluate(readDocument, await answer.text())).toEqual(declaredHead(page, new URL(answer.url()).origin));
    });
  }
});

for (const [place, path] of [...distinct.map((page) => page.path), '/verify?token=unknown', UNKNOWN].entries()) {
  everyEighthRun(test, place)(
    `${path}: usable and without a shift at its widths, accessible, and keeps only what is declared`,
    async ({ page, context, watched }) => {
      const added = await page.addInitScript(addFonts, fonts);
      watched.allow(NOT_FOUND);
      await serveSmallReport(page);
      const [loaded, examined] = [rotated(LOADED, place), rotated(WIDTHS, place)];
      // The widths at which the page is loaded come first; the others are checked in the same document, the narrowest in every run.
      for (const width of new Set([...loaded, ...LOADED.slice(0, 1), ...examined])) {
        await test.step(`${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 });
          if (loaded.includes(width)) {
            await page.goto(path);
            await expectNoSideScroll(page);
            if (!path.startsWith('/verify')) await hydrated(page);
            if (path === REPORT) await expect(page.locator(`${PDF_PAGES} canvas`).first()).toBeVisible();
          }
          await scrollThrough(page);
          await expectNoSideScroll(page);
          if (loaded.includes(width)) expect(await shifts(page), 'layout shifts').toEqual([]);
          // Not at every width: axe's findings rarely depend on it, and the parts that all pages share are checked on each page.
          if (examined.includes(width)) expect(await accessibilityFaults(page, { exclude: PDF_PAGES })).toEqual([]);
        });
      }
      await expectHeadings(page);
      if (!path.startsWith('/verify')) await expectTheme(page, path);
      const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      const declared = declaration.necessary.map(({ name }) => name);
      expect(
        kept.filter((name) => !declared.includes(name)),
        'kept, yet not declared in site/content/cookies.ts',
      ).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      await added.dispose();
    },
  );
}

/** Milliseconds for which site/client waits for fonts before it lays out what is further down. */
const FONTS_PATIENCE = 1000;

for (const [place, path] of ['/', '/confirm', '/cognitivepro', '/insights'].entries()) {
  inTurn(
    test,
    place,
    2,
  )(
    `${path}: fonts that come after the first paint move nothing, and are used further down and on the next page`,
    async ({ ownSession: { page: browser } }) => {
      const late = Promise.withResolvers<void>();
      await browser.route('**/*.woff2', async (route) => {
        await late.promise;
        await route.continue();
      });
      // A page waits a second for its fonts, and on a busy machine they take longer.
      await browser.addInitScript((patience) => {
        const wait = window.setTimeout.bind(window);
        window.setTimeout = ((act: () => void, ms: number) => wait(act, ms === patience ? 60 * ms : ms)) as typeof setTimeout;
      }, FONTS_PATIENCE);
      // Low enough that the footer of the shortest page is out of sight: text in sight keeps the font in which it was first shown.
      await browser.setViewportSize({ width: 320, height: 640 });
      await browser.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await fontsOf(browser, 'h1')).not.toContain('Barlow SemiBold');
      late.resolve();
      // The whole page is laid out without scrolling, as a full-page screenshot needs it.
      await expect.poll(() => notLaidOut(browser)).toEqual([]);
      await expect.poll(() => fontsOf(browser, '#footer p')).toEqual(['Barlow']);
      if (path === '/cognitivepro') expect(await fontsOf(browser, '[data-figure]')).toEqual(['Barlow Condensed Medium']);
      await scrollThrough(browser);
      expect(await shifts(browser), 'layout shifts').toEqual([]);
      await browser.unrouteAll();
      await browser.reload();
      expect(await fontsOf(browser, 'h1')).toEqual(['Barlow SemiBold']);
    },
  );
}

inTurn(test, 2)('a page with a list of countries asks for none of its flags before somebody opens it', async ({ page }) => {
  const flags: string[] = [];
  page.on('request', (request) => void (/\/flags\//.test(request.url()) && flags.push(request.url())));
  await page.goto('/careers');
  await expect(page.locator('#footer')).toHaveAttribute('data-laid');
  // The flag of the chosen country, and of the first one where the browser cannot style a select.
  expect(flags.length).toBeLessThan(3);
});

test('an unknown path has the frame, the words and the status 404; a trailing slash makes no difference', async ({
  page: browser,
  watched,
}) => {
  watched.allow(NOT_FOUND);
  expect((await browser.goto(UNKNOWN))?.status()).toBe(404);
  await expect(browser.getByRole('main')).toContainText('404: Page not found');
  await expect(browser.getByRole('banner')).toBeVisible();
  await expect(browser.getByRole('contentinfo')).toBeVisible();
  await browser.goto('/cognitivepro/');
  await expect(browser).toHaveTitle(pageOf('/cognitivepro')!.title);
});

/** What a document says of itself, parsed without loading it in a window, on which it does not depend. */
function readDocument(html: string) {
  const found = new DOMParser().parseFromString(html, 'text/html');
  const all = <E extends Element>(selector: string) => [...found.querySelectorAll<E>(selector)];
  const metas = all<HTMLMetaElement>('meta[name=description], meta[name^="twitter:"], meta[property]');
  const levels = all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1)));
  return {
    title: found.title,
    theme: found.documentElement.dataset['theme'],
    canonical: all<HTMLLinkElement>('link[rel=canonical]').map(({ href }) => href),
    hidden: all('meta[name=robots][content*=noindex]').length > 0,
    said: Object.fromEntries(metas.map((meta) => [meta.getAttribute('property') ?? meta.name, meta.content])),
    alternates: all<HTMLLinkElement>('link[rel=alternate][hreflang]').map(({ hreflang, href }) => [hreflang, href]),
    data: all('script[type="application/ld+json"]').map(({ textContent }) => (JSON.parse(textContent) as { '@type': string })['@type']),
    titles: levels.filter((level) => level === 1).length,
    jumps: levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1),
  };
}

/** The expected document according to the page's row in the table. */
function declaredHead(page: PageRow, origin: string) {
  const { src, alt } = socialImage(page.component);
  const data: Readonly<Record<string, string>> = { about: 'Organization', jobs: 'JobPosting' };
  const canonical = origin + (page.canonical ?? page.path);
  return {
    title: page.title,
    theme: themeOf(page.path),
    canonical: [canonical],
    hidden: !page.indexed,
    said: {
      description: page.description,
      'og:type': 'website',
      'og:site_name': company.name,
      'og:title': page.title,
      'og:description': page.description,
      'og:url': canonical,
      'og:image': origin + src,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    },
    alternates: alternatesOf(page).map(([code, path]) => [code, new URL(path, origin).href]),
    data: data[page.component] ? [data[page.component]] : [],
    titles: 1,
    jumps: [],
  };
}

function addFonts(all: typeof fonts): void {
  for (const { family, weight, base64 } of all) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes, { weight }));
  }
}

async function expectHeadings(browser: BrowserPage) {
  await expect(browser.locator('h1')).toHaveCount(1);
  const levels = await browser.locator('h1, h2, h3, h4, h5, h6').evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1);
  expect(jumps, `headings in order: ${levels.join(' ')}`).toEqual([]);
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

/** The sections that the browser has not laid out, by their beginning. */
function notLaidOut(browser: BrowserPage): Promise<string[]> {
  return browser
    .locator('main > *, #footer')
    .evaluateAll((sections) =>
      sections
        .filter(({ children }) =>
          [...children].some((part) => part.checkVisibility() && !part.checkVisibility({ contentVisibilityAuto: true })),
        )
        .map(({ textContent }) => textContent.slice(0, 30)),
    );
}

async function fontsOf(browser: BrowserPage, selector: string): Promise<string[]> {
  const session = await browser.context().newCDPSession(browser);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
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
