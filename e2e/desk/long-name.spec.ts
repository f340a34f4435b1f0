import { expect, test, type Page } from '@playwright/test';
import { openDesk } from '../fixtures/desk-page.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

/** As long as the field allows, without a space. */
const NAME = 'Weltmarktindexfondsverwaltungsgesellschaft'.slice(0, 40);
const WIDTHS = [320, 360, 820, 960, 1440];

everyEighthRun(test, 6)('the longest name of a company widens no page, and pushes nothing off it or off the desk', async ({ browser }) => {
  const desk = await openDesk(browser);
  const { page, server } = desk;
  await page.goto('/content');
  await page.getByLabel('Begin a change').fill('Our name');
  await page.getByRole('button', { name: 'Change the site’s words' }).click();
  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'The company and its legal details' });
  await page.getByLabel('company, name', { exact: true }).fill(NAME);
  await expect(page.getByRole('heading', { name: '1 change' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(async () => (await fetch(`${server.url}/contacts`)).text()).toContain(NAME);

  const reader = await browser.newPage();
  await reader.goto(`${server.url}/contacts`);
  // Until the first view is painted, the marks of awards are far away.
  await expect(reader.locator(':root')).not.toHaveAttribute('data-first-view');
  for (const width of WIDTHS) await expect.poll(() => beyond(reader, width), `${width} px`).toEqual([]);
  await reader.close();
  await page.goto('/');
  await expect(page.getByText(NAME)).toBeVisible();
  for (const width of WIDTHS) await expect.poll(() => beyond(page, width), `the desk, ${width} px`).toEqual([]);
  await desk.close();
});

/** The parts of header and foot that stand beyond the window's edge, or beyond the box that holds them. */
async function beyond(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('header, header *, footer, footer *')].filter((part) => part.checkVisibility());
    const faults = all.filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      const top = part.parentElement!.closest('header, footer')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
      return part.parentElement!.clientWidth !== 1 && (left < top.left - 1 || right > top.right + 1) && !part.closest('[popover], nav');
    });
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : [];
    return [...wide, ...faults.map(({ outerHTML }) => outerHTML.slice(0, 80))];
  });
}
