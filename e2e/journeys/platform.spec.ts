import type { Page } from '@playwright/test';
import { featureCards } from '../../site/content/feature-cards.ts';
import { headlineFigures } from '../../site/content/headline-figures.ts';
import { slides } from '../../site/content/slides.ts';
import { beforeCounting, countInSight } from '../fixtures/count-in-sight.ts';
import { expect, test } from '../fixtures/test.ts';

/** The headline figures as text, formatted independently of the site's code. */
const FIGURES = headlineFigures.figures.map(
  ({ prefix, number, decimals, suffix }) => prefix + number.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',') + suffix,
);

test('the carousel runs with the specified figures, in a circle, until it is paused', async ({ page }) => {
  await page.goto('/cognitivepro');
  const pause = page.getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  expect(await parameters(page)).toEqual({
    delay: 3500,
    speed: 300,
    loop: true,
    effect: 'coverflow',
    views: { 320: [1, 4], 800: [1, 4], 1024: [1, 4] },
    slides: slides.length,
  });
  const first = await shownSlide(page);
  await expect.poll(() => shownSlide(page)).not.toBe(first);
  const running = () => page.evaluate(() => document.querySelector<Stage>('.swiper')!.swiper.autoplay.running);
  await test.step('whoever presses Next reads: it stands until Play', async () => {
    await page.getByRole('button', { name: 'Next screen' }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(pause).toBeVisible();
    expect(await running()).toBe(true);
  });

  await pause.click();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await running()).toBe(false);
  for (const width of [390, 1440, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    // The neighbours are rotated in perspective, so one edge of each comes forward, but the middle slide must stay the tallest.
    await expect.poll(() => heightsOfSlides(page), `the middle one is the tallest at ${width} px`).toMatchObject({ tallest: 'middle' });
  }

  const paused = await shownSlide(page);
  for (let i = 0; i < slides.length; i++) {
    const before = await shownSlide(page);
    await page.getByRole('button', { name: 'Next screen' }).click();
    await expect.poll(() => shownSlide(page)).not.toBe(before);
  }
  expect(await shownSlide(page)).toBe(paused);

  // Every press counts, even while a slide is still moving.
  const next = page.getByRole('button', { name: 'Next screen' });
  const numberOf = (label: string | null) => Number(label?.split(' ')[0]);
  const from = numberOf(paused);
  await next.evaluate((button: HTMLElement) => Array.from({ length: 4 }, () => button.click()));
  expect(numberOf(await shownSlide(page))).toBe(((from + 3) % slides.length) + 1);
  expect(await running()).toBe(false);
});

test('the carousel stands while someone moves through it by keyboard, and where less motion is wanted', async ({ page }) => {
  await page.goto('/cognitivepro');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Previous screen' }).focus();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a card turns by fading for 450 ms; the side that does not show is out of reach', async ({ page }) => {
  await page.goto('/cognitivepro');
  const card = page.getByRole('article', { name: featureCards[1]!.title });
  const more = card.getByRole('button', { name: 'Discover more' });
  const close = card.getByRole('button', { name: 'Close' });
  const points = card.locator('ul');
  await more.scrollIntoViewIfNeeded();
  await expect(close).toBeHidden();
  await expect(points).toBeHidden();

  await more.click();
  await expect(close).toBeFocused();
  await expect(close).toBeInViewport({ ratio: 1 });
  await expect(points.getByRole('listitem')).toHaveCount(featureCards[1]!.points.length);
  await expect(more).toBeHidden();
  expect(await points.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.45s');

  await close.click();
  await expect(more).toBeFocused();
  await expect(points).toBeHidden();
});

test('the headline figures stand in the HTML, and count up to themselves once in sight', async ({ page, request }) => {
  const html = await (await request.get('/cognitivepro')).text();
  for (const figure of FIGURES) expect(html).toContain(`>${figure}<`);

  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto('/cognitivepro');
  const figures = page.getByRole('region', { name: headlineFigures.heading }).locator('[data-figure]');
  await beforeCounting(figures.first());
  await test.step('none shows another value before, and one that is in sight alone counts to the end', async () => {
    expect(await figures.allTextContents()).toEqual(FIGURES);
    expect((await countInSight(figures.first())).at(-1)).toBe(FIGURES[0]);
  });
  await figures.last().scrollIntoViewIfNeeded();
  await expect(figures).toHaveText(FIGURES);
});

test('confirm mode thanks at once, and Ok closes it', async ({ page }) => {
  await page.goto('/bookLanding');
  const dialog = page.getByRole('dialog', { name: 'Thank You for Registering.' });
  await expect(dialog).toContainText('Our team will review it and get in touch with you to schedule a demo session.');
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the platform reads in full, and confirm mode still thanks and closes', async ({ page }) => {
    await page.goto('/cognitivepro');
    await expect(page.getByText(featureCards.at(-1)!.points.at(-1)!.text)).toBeVisible();
    await expect(page.getByText(slides.at(-1)!.title)).toBeAttached();
    await page.goto('/bookLanding');
    const dialog = page.getByRole('dialog', { name: 'Thank You for Registering.' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect(dialog).toBeHidden();
  });
});

type Stage = HTMLElement & {
  swiper: {
    realIndex: number;
    autoplay: { running: boolean };
    params: {
      autoplay: { delay: number };
      speed: number;
      loop: boolean;
      effect: string;
      breakpoints: Record<string, { slidesPerView: number; spaceBetween: number }>;
    };
  };
};

function parameters(page: Page) {
  return page.evaluate(() => {
    const stage = document.querySelector<Stage>('.swiper')!;
    const { autoplay, speed, loop, effect, breakpoints } = stage.swiper.params;
    const views = Object.fromEntries(
      Object.entries(breakpoints).map(([width, { slidesPerView, spaceBetween }]) => [width, [slidesPerView, spaceBetween]]),
    );
    return { delay: autoplay.delay, speed, loop, effect, views, slides: stage.querySelectorAll('.swiper-slide').length };
  });
}

/** The heights as seen in perspective. */
function heightsOfSlides(page: Page): Promise<{ tallest: string; heights: number[] }> {
  return page.evaluate(() => {
    const heights = ['prev', 'active', 'next'].map(
      (place) => document.querySelector(`.swiper-slide-${place} img`)!.getBoundingClientRect().height,
    );
    const [before = 0, middle = 0, after = 0] = heights;
    return { tallest: middle > 0 && middle >= Math.max(before, after) - 0.5 ? 'middle' : 'neighbour', heights };
  });
}

function shownSlide(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector('.swiper-slide-active')!.getAttribute('aria-label'));
}
