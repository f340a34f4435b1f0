import { RISK_WARNING } from '../contract/legal.ts';
import { distinct } from './fixtures/reachable-pages.ts';
import { expect, hydrated, test } from './fixtures/test.ts';

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
