import { postingPath } from '../contract/posting.ts';
import { pages } from '../contract/pages.ts';
import { company } from '../site/content/company.ts';
import { ecosystem } from '../site/content/ecosystem.ts';
import { postings } from '../site/content/postings.ts';
import { socialImage } from '../site/content/social.ts';
import { beforeCounting, countInSight } from './fixtures/count-in-sight.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 7);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('/about names the organisation as search engines read it', async ({ page, server }) => {
  const html = await (await page.request.get('/about')).text();
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
  expect(data).toMatchObject({ '@type': 'Organization', name: company.name, legalName: company.legalName, url: `${server.url}/` });
  expect(data.address).toHaveLength(company.offices.length);
});

for (const [path, button, title] of [
  ['/about', 'Contact us', 'generic'],
  ['/ecosystem', 'Contact us', 'generic'],
  ['/ecosystem', 'Book a demo', 'bookademo'],
] as const) {
  test(`${path}: '${button}' opens its form`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Surname')).toBeVisible();
    await expect(dialog.locator('[name=message]')).toHaveCount(title === 'generic' ? 1 : 0);
  });
}

test('/ecosystem: the counters stand in the HTML, count up once they come into sight, and never fall before eyes', async ({ page }) => {
  const final = ecosystem.counters.map(({ number, suffix }) => `${number}${suffix}`);
  const html = await (await page.request.get('/ecosystem')).text();
  for (const text of final) expect(html).toContain(`>${text}<`);
  // A window so low that the first figure is far out of sight.
  await page.setViewportSize({ width: 360, height: 240 });
  await page.goto('/ecosystem');
  await hydrated(page);
  await beforeCounting(page.locator('[data-figure]').first());
  const seen = await countInSight(page.locator('[data-figure]').first());
  const values = seen.map((text) => Number.parseFloat(text));
  expect(values.length).toBeGreaterThan(2);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  await page.locator('[data-figure]').last().scrollIntoViewIfNeeded();
  await expect(page.locator('[data-figure]')).toHaveText(final);
});

test('/ecosystem: counters that are in sight from the first stand still', async ({ page }) => {
  const final = ecosystem.counters.map(({ number, suffix }) => `${number}${suffix}`);
  await page.setViewportSize({ width: 1280, height: 2000 });
  const motion = page.waitForResponse(/count-up-motion/);
  await page.goto('/ecosystem');
  await (await motion).finished();
  await hydrated(page);
  // The counters write their value in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.locator('[data-figure]').allTextContents()).toEqual(final);
});

test('/ecosystem: nothing counts under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/ecosystem');
  await hydrated(page);
  await expect(page.locator('[data-figure]')).toHaveText(ecosystem.counters.map(({ number, suffix }) => `${number}${suffix}`));
});

test('/privacy and /cookies: contents lead to their sections; /credits names TradingView, and leads there', async ({ page }) => {
  await page.goto('/credits');
  await expect(page.getByRole('main').getByText('TradingView Lightweight Charts™. Copyright')).toBeVisible();
  await expect(page.getByRole('link', { name: /tradingview\.com/ })).toHaveAttribute('href', 'https://www.tradingview.com/');
  for (const path of ['/privacy', '/cookies']) {
    await page.goto(path);
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
      await expect(page.locator(href)).toHaveCount(1);
    }
  }
});

test('sitemap.xml lists every indexed page and no other; robots.txt names it', async ({ request, server }) => {
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const positions = postings.map(postingPath);
  const indexed = pages.filter((page) => page.indexed).map(({ path }) => path);
  expect(listed).toEqual([...indexed, ...positions].map((path) => server.url + path));
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
});

test('the social image of every page is there', async ({ request }) => {
  for (const src of new Set(pages.map(({ component }) => socialImage(component).src)))
    expect((await request.get(src)).headers()['content-type'], src).toBe('image/png');
});

test('the icons that pages name are there', async ({ page, request }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('link[rel~=icon], link[rel=apple-touch-icon]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const [inPage, files] = [true, false].map((own) => hrefs.filter((href) => href.startsWith('data:') === own));
  for (const href of inPage!) {
    const width = await page.evaluate(
      (src) =>
        new Promise<number>((shown) =>
          Object.assign(new Image(), {
            src,
            onload: (event: Event) => shown((event.target as HTMLImageElement).width),
            onerror: () => shown(0),
          }),
        ),
      href,
    );
    expect(width, href).toBeGreaterThan(0);
  }
  expect(inPage).toHaveLength(1);
  expect(files!.length).toBeGreaterThanOrEqual(2);
  for (const href of [...files!, '/favicon.svg']) {
    const answer = await request.get(href);
    expect([answer.status(), answer.headers()['content-type']], href).toEqual([200, expect.stringMatching(/^image\//)]);
  }
});
