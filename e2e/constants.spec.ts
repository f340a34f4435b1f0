import type { Page } from '@playwright/test';
import { awards } from '../site/content/awards.ts';
import { company } from '../site/content/company.ts';
import { featured } from '../site/content/featured.ts';
import { expect, hydrated, test } from './fixtures/test.ts';
import { inTurn } from '../server/testing/rotation.testing.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Constants of the specification, checked on the running pages. Constants of a single page are tested with its journey; values that the company may change are
// read from its content (site/content/specification.test.ts has those of the specification).

test('the strip of logos: all in a grid on the home page, grey', async ({ page }) => {
  await page.goto('/');
  const strip = page.getByRole('region', { name: featured.heading });
  await expect(strip.getByRole('img')).toHaveCount(featured.marks.length);
  await expect(strip.getByRole('img').first()).toHaveCSS('filter', /grayscale\(1\)/);
});

inTurn(test, 1)(
  'the marquee passes at 80 px a second, and pauses on hover and by its control, which says what it does',
  async ({ page }) => {
    await page.goto('/about');
    const strip = page.getByRole('region', { name: featured.heading });
    const row = strip.getByRole('list');
    await expect(row.getByRole('img')).toHaveCount(featured.marks.length);
    const speed = () =>
      row.evaluate(
        (element) => element.getBoundingClientRect().width / (Number(element.getAnimations()[0]!.effect!.getTiming().duration) / 1000),
      );
    const state = () => row.evaluate((element) => element.getAnimations()[0]!.playState);
    expect(await speed()).toBe(80);
    await page.setViewportSize({ width: 360, height: 720 });
    expect(await speed(), 'on a phone').toBe(80);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await state()).toBe('running');

    await strip.scrollIntoViewIfNeeded();
    // Hovers the container, because Playwright waits for a moving element to stop.
    await row.locator('..').hover();
    await expect.poll(state).toBe('paused');
    await page.mouse.move(0, 0);
    await expect.poll(state).toBe('running');

    await strip.getByRole('button', { name: `${featured.pause} ${featured.moves}` }).press('Space');
    await expect.poll(state).toBe('paused');
    const play = strip.getByRole('button', { name: `${featured.play} ${featured.moves}` });
    await expect(play).toBeFocused();
    await play.press('Enter');
    await expect.poll(state).toBe('running');
  },
);

test('under reduced motion the marquee stands as a grid of them all', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  const strip = page.getByRole('region', { name: featured.heading });
  await expect(strip.getByRole('img')).toHaveCount(featured.marks.length);
  expect(await strip.getByRole('list').evaluate((element) => element.getAnimations().length)).toBe(0);
  await expect(strip.getByRole('button')).toHaveCount(0);
});

inTurn(test, 0)('the footer: its groups, offices, socials, awards, the current year and the version', async ({ ownSession: { page } }) => {
  await page.clock.setFixedTime('2031-05-05T12:00:00Z');
  await page.goto('/');
  await hydrated(page);
  const footer = page.getByRole('contentinfo');
  const linksOf = (title: string) =>
    footer
      .locator('div', { has: page.locator(`> h2:text-is("${title}")`) })
      .last()
      .locator('li');
  await expect(linksOf('Fast links')).toHaveText(['Cognitive PRO', 'Insights']);
  await expect(linksOf('Company')).toHaveText(['About', 'Careers', 'Contact us', 'Credits']);
  await expect(linksOf('Legal').first()).toHaveText('Privacy Policy');
  await expect(linksOf('Offices')).toHaveCount(company.offices.length);
  for (const [place, { city }] of company.offices.entries()) await expect(linksOf('Offices').nth(place)).toContainText(city);
  for (const { network } of company.socials) {
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('target', '_blank');
  }
  await expect(footer.getByRole('list', { name: 'Awards' }).getByRole('img')).toHaveCount(awards.length);
  await expect(footer.getByText('© 2031')).toBeVisible();
  await expect(footer.getByText(`Version ${company.siteVersion}`, { exact: true })).toBeVisible();

  await footer.getByRole('button', { name: 'Contact us' }).click();
  await expect(page.getByRole('dialog').locator('[name=message]')).toBeVisible();
});

test('the header: three pages, Login to the platform in a new tab, Book a demo', async ({ page }) => {
  await page.goto('/about');
  const header = page.getByRole('banner');
  await expect(header.getByRole('navigation').getByRole('link')).toHaveText(['Cognitive PRO', 'Insights', 'About']);
  await expect(header.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  const login = header.getByRole('link', { name: /^Login/ });
  await expect(login).toHaveAttribute('target', '_blank');
  expect(new URL((await login.getAttribute('href')) ?? '').origin).not.toBe(new URL(page.url()).origin);
  await expect(header.getByRole('button', { name: 'Book a demo' })).toBeVisible();
});

inTurn(test, 0)('blue leads in light, orange in dark; the typeface is Barlow, then Roboto', async ({ page }) => {
  const [red, , blue] = await primary(page, '/');
  expect(blue).toBeGreaterThan(red! * 2);
  const [warm, , cold] = await primary(page, '/cognitivepro');
  expect(warm).toBeGreaterThan(cold! * 2);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Barlow, ['"]?Barlow Roboto/);
  expect(await page.evaluate(() => document.fonts.check('16px Barlow'))).toBe(true);
});

inTurn(test, 0)(
  'the contact form: about 240 countries, Italy first chosen; nine roles; five net worths as the table has them',
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Book a demo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a demo' });
    await expect(dialog.locator('select[name=role] option:not([value=""])')).toHaveCount(9);
    await dialog.locator('select[name=role]').selectOption({ label: "I'm an HNWI - Independent Investor" });
    const worth = dialog.locator('select[name=netWorth] option');
    await expect(worth.first()).toHaveText('Select net your worth');
    const pairs = await worth.evaluateAll((all) => all.slice(1).map((option) => [(option as HTMLOptionElement).value, option.textContent]));
    expect(pairs).toEqual([
      ['10M+', '> 10,000,000 €'],
      ['500K-1M', '5,000,000 - 10,000,000 €'],
      ['200K-500K', '1,000,000 - 5,000,000 €'],
      ['100K-200K', '500,000 - 1,000,000 €'],
      ['<500K', '< 500,000 €'],
    ]);
    const country = dialog.getByLabel('Country of the phone number');
    await expect(country).toHaveValue('it');
    await expect(country.getByRole('option').first()).toHaveText('Italy (+39)');
    expect(Math.abs((await country.getByRole('option').count()) - 240)).toBeLessThan(15);
    await expect(dialog.locator('input[type=tel]')).toHaveValue(/^\+39/);
  },
);

async function primary(page: Page, path: string): Promise<number[]> {
  await page.goto(path);
  const colour = await page
    .getByRole('banner')
    .getByRole('button', { name: 'Book a demo' })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  return (colour.match(/\d+/g) ?? []).map(Number);
}
