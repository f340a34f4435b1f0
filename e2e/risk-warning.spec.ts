import { RISK_WARNING } from '../contract/legal.ts';
import { distinct } from './fixtures/reachable-pages.ts';
import { expect, hydrated, test as everyRun } from './fixtures/test.ts';
import { everyEighthRun } from '../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 6);

/** A percentage, an amount of money, or a record of calls. */
const FIGURE = /\d[\d.,]*%|€ ?\d|\d+ of [\d,]+/;

test('every figure of performance has the risk warning in its section or card', async ({ page, request, watched }) => {
  watched.allow(/./);
  let found = 0;
  for (const { path } of distinct) {
    const html = await (await request.get(path)).text();
    const { figures, without } = await page.evaluate(figuresOf, { html, figure: FIGURE.source, warning: RISK_WARNING });
    expect([path, without]).toEqual([path, []]);
    found += figures;
  }
  // Home, platform and insights have dozens of figures, so a pattern that finds few is broken.
  expect(found).toBeGreaterThan(40);
});

test('and so have the details of a portfolio, with and without their analytics', async ({ page }) => {
  await page.goto('/insights');
  await hydrated(page);
  await page.getByRole('button', { name: 'Show More' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(RISK_WARNING)).toHaveCount(1);
  // In confirm mode the same details open again with their analytics.
  await page.goto('/insights/landing');
  await expect(dialog.getByRole('heading', { name: 'Calendar years' })).toBeVisible();
  await expect(dialog.getByText(RISK_WARNING)).toHaveCount(2);
});

test('it is at least as large as most of the text that it qualifies, and stands next to the figure', async ({ page }) => {
  // Not the platform's page: its slides are pictures, with letters of any size.
  for (const path of ['/', '/insights/landing']) {
    await page.goto(path);
    if (path === '/insights/landing') {
      await hydrated(page);
      await page.getByRole('button', { name: 'Show More' }).first().click();
      await expect(page.getByRole('dialog').getByText(RISK_WARNING).first()).toBeVisible();
    }
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const smaller = await page.evaluate(smallerThanText, RISK_WARNING);
      expect([path, width, smaller]).toEqual([path, width, []]);
    }
  }
  // On a card nothing is between the total and the warning.
  const card = page.locator('article').first();
  const [total, warning] = [await card.locator('dl').first().boundingBox(), await card.getByText(RISK_WARNING).boundingBox()];
  expect((warning?.y ?? Infinity) - (total?.y ?? 0) - (total?.height ?? 0)).toBeLessThan(24);
});

/** Warnings whose letters are smaller than those that most of the text around them is set in, and both sizes. */
function smallerThanText(warning: string): string[] {
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  return [...document.querySelectorAll('p')]
    .filter((one) => one.textContent === warning && one.checkVisibility())
    .flatMap((one) => {
      const around = one.closest('article, dialog, figure, section, footer');
      const letters = new Map<number, number>();
      for (const element of around?.querySelectorAll('*') ?? []) {
        if (element === one || !element.checkVisibility() || element.closest('button, script, noscript, h2, h3, .lead') !== null) continue;
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const count = own.reduce((sum, { textContent }) => sum + (textContent ?? '').trim().length, 0);
        letters.set(size(element), (letters.get(size(element)) ?? 0) + count);
      }
      const [most = 0] = [...letters].toSorted(([, count], [, other]) => other - count)[0] ?? [];
      return size(one) < most ? [`${around?.className}: ${size(one)} < ${most}`] : [];
    });
}

type Looked = { html: string; figure: string; warning: string };

/** The number of texts in the page's main part that are figures, and those without the warning in an enclosing section, card, figure or dialog. */
function figuresOf({ html, figure, warning }: Looked): { figures: number; without: string[] } {
  const pattern = new RegExp(figure);
  const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')!;
  for (const passed of main.querySelectorAll('script, style, noscript')) passed.remove();
  const without: string[] = [];
  let figures = 0;
  for (const element of main.querySelectorAll('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
    if (!own || !pattern.test(element.textContent)) continue;
    figures += 1;
    let around: Element | null | undefined = element.closest('section, article, figure, dialog');
    while (around && !around.textContent.includes(warning)) around = around.parentElement?.closest('section, article, figure, dialog');
    if (!around) without.push(element.textContent.slice(0, 80));
  }
  return { figures, without };
}
