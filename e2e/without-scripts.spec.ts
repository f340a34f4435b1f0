import type { Page } from '@playwright/test';
import { featured } from '../site/content/featured.ts';
import { distinct } from './fixtures/reachable-pages.ts';
import { expect, test } from './fixtures/test.ts';
import { rotated } from '../server/testing/rotation.testing.ts';

test.use({ javaScriptEnabled: false });

test('every second page reads in full without JavaScript, and every link of it leads somewhere', async ({ page, watched, request }) => {
  watched.allow(/status of 404/);
  const targets = new Map<string, string>();
  for (const { path, status } of rotated(distinct, 0, 2)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectReadable(page);
      if (status) return;
      const hrefs = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const href of hrefs) targets.set(href.split('#')[0] || path, path);
    });
  }
  expect(targets.size, 'places that links lead to').toBeGreaterThan(10);
  const dead: string[] = [];
  for (const [target, from] of targets) {
    const answer = await request.head(target);
    if (!answer.ok()) dead.push(`${target} (on ${from}) answers ${answer.status()}`);
  }
  expect(dead).toEqual([]);
});

test('nothing moves that no script could pause', async ({ page }) => {
  await page.goto('/about');
  const strip = page.getByRole('region', { name: featured.heading });
  await expect(strip.getByRole('list')).toHaveCSS('animation-name', 'none');
  await expect(strip.getByRole('button')).toHaveCount(0);
});

async function expectReadable(page: Page) {
  await expect(page.locator('h1')).toBeVisible();
  // Finds text in the document that is not visible, except in closed dialogs and text for screen readers.
  const unseen = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, h3, h4, p, li, dt, dd, th, td, figcaption, label, blockquote, summary')]
      .filter((element) => element.textContent?.trim() && !element.closest('dialog, [aria-hidden=true], noscript, template, option'))
      .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      // Without scripts the carousel shows a caption under each screen, and no controls.
      .filter((element) => !element.matches('[aria-roledescription=carousel] p'))
      .map((element) => element.textContent?.trim().slice(0, 60)),
  );
  expect(unseen, 'words that are there, yet not seen').toEqual([]);
  expect((await page.locator('main').innerText()).length, 'letters to read').toBeGreaterThan(60);
}
