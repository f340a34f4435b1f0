import type { Locator, Page } from '@playwright/test';
import { featureCards } from '../../site/content/feature-cards.ts';
import { headlineFigures } from '../../site/content/headline-figures.ts';
import { slides } from '../../site/content/slides.ts';
import { beforeCounting, countInSight } from '../fixtures/count-in-sight.ts';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 0);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The headline figures as text, formatted independently of the site's code. */
const FIGURES = headlineFigures.figures.map(
  ({ prefix, number, decimals, suffix }) => prefix + number.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',') + suffix,
);

test('the carousel runs with the specified figures, in a circle, until it is paused', async ({ ownSession: { page } }) => {
  await page.clock.install();
  await page.goto('/cognitivepro');
  const [pause, play, next] = ['Pause', 'Play', 'Next screen'].map((name) => page.getByRole('button', { name })) as [
    Locator,
    Locator,
    Locator,
  ];
  await expect(pause).toBeVisible();
  const first = await shownSlide(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await expect.poll(() => shownSlide(page)).not.toBe(first);
  await test.step('whoever presses Next reads: it stands until Play', async () => {
    await next.click();
    const read = await shownSlide(page);
    await page.clock.runFor(10_000);
    expect(await shownSlide(page)).toBe(read);
    await play.click();
    await page.clock.runFor(3499);
    expect(await shownSlide(page)).toBe(read);
    await page.clock.runFor(1);
    expect(numberOf(await shownSlide(page))).toBe((numberOf(read) % slides.length) + 1);
  });

  await pause.click();
  await expect(play).toBeVisible();
  const paused = await shownSlide(page);
  for (const width of [320, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 720 });
    // The neighbours are rotated in perspective, so one edge of each comes forward, but the middle slide must stay the tallest.
    await expect
      .poll(() => coverflow(page), `at ${width} px`)
      .toEqual({
        slides: slides.length,
        transition: 0.3,
        inView: 1,
        spacing: 4,
        inTheMiddle: true,
        tallest: 'the middle one',
        beside: [-1, 1],
      });
  }
  await page.clock.runFor(10_000);
  expect(await shownSlide(page)).toBe(paused);

  for (let i = 0; i < slides.length; i++) {
    const before = await shownSlide(page);
    await next.click();
    await expect.poll(() => shownSlide(page)).not.toBe(before);
  }
  expect(await shownSlide(page)).toBe(paused);

  // Every press counts, even while a slide is still moving.
  await next.evaluate((button: HTMLElement) => Array.from({ length: 4 }, () => button.click()));
  expect(numberOf(await shownSlide(page))).toBe(((numberOf(paused) + 3) % slides.length) + 1);
  await expect(play).toBeVisible();
});

test('the screens follow a finger or the mouse, and come to rest at one of them', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/cognitivepro');
  const carousel = page.getByRole('region', { name: 'Screens of Cognitive PRO' });
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const stage = (await carousel.locator('figure').first().boundingBox())!;
  for (const [by, shown] of [
    [-0.15, 2],
    [0.05, 2],
    [-1.2, 4],
    [0.3, 3],
  ] as const) {
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width * (0.5 + by), stage.y + stage.height / 2, { steps: 3 });
    await page.mouse.up();
    expect(numberOf(await shownSlide(page)), `moved by ${by} of its width`).toBe(shown);
    await expect(carousel.locator('[data-count]')).toHaveText(`${shown}/${slides.length}`);
  }
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

function coverflow(page: Page) {
  return page.evaluate(() => {
    const all = Array.from(document.querySelectorAll<HTMLElement>('[data-slides] figure'));
    const offsetOf = (slide: HTMLElement | null | undefined) => Number(slide?.style.getPropertyValue('--offset') || Number.NaN);
    const at = (offset: number) => all.find((slide) => offsetOf(slide) === offset)!;
    const [before, middle, after] = [-1, 0, 1].map((offset) => at(offset).querySelector('img')!.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
      DOMRect,
    ];
    const stage = at(0).parentElement!.getBoundingClientRect();
    const seenAt = (x: number) => document.elementsFromPoint(x, stage.top + stage.height / 2).find((element) => element.closest('figure'));
    const { transform, transitionDuration } = getComputedStyle(at(1));
    return {
      slides: all.length,
      transition: Number.parseFloat(transitionDuration),
      inView: Math.round((stage.width / at(0).offsetWidth) * 100) / 100,
      spacing: Math.round(new DOMMatrix(transform).m41 - stage.width),
      inTheMiddle: Math.abs(middle.left - stage.left) + Math.abs(middle.right - stage.right) < 2,
      tallest: middle.height > 0 && middle.height >= Math.max(before.height, after.height) - 0.5 ? 'the middle one' : 'a neighbour',
      beside: [seenAt(stage.left - 14), seenAt(stage.right + 14)].map((element) => offsetOf(element?.closest('figure'))),
    };
  });
}

function shownSlide(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector('[data-slides] figure[style*="--offset: 0;"]')!.getAttribute('aria-label'));
}

function numberOf(label: string | null): number {
  return Number(label?.split(' ')[0]);
}
