import { categories, excerpt } from '../../contract/posting.ts';
import { postings } from '../../site/content/postings.ts';
import { expect, test as everyRun } from '../fixtures/test.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const test = everyEighthRun(everyRun, 1);

const titles = (tab: number) => postings.filter(({ id }) => tab === 0 || id === tab).map(({ title2 }) => title2);

test('the tabs show the positions of a department, by mouse and by keyboard, and the address keeps which', async ({ page }) => {
  await page.goto('/careers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CAREERS');
  await expect(page.getByRole('tab')).toHaveText(categories.map(({ label }) => label));
  const cards = page.getByRole('tabpanel').getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(titles(0));
  const pictures = await cards
    .locator('img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src.replace(/^.*\//, '')));
  expect(new Set(pictures).size).toBe(Math.min(2, postings.length));
  for (const [place, picture] of pictures.entries()) expect(picture).toBe(pictures[place % 2]);
  for (const [place, { title1, textIntro }] of postings.entries()) {
    await expect(cards.nth(place)).toContainText(title1);
    await expect(cards.nth(place).getByText(excerpt(textIntro))).toBeVisible();
  }

  for (const { id, label } of categories) {
    await page.getByRole('tab', { name: label }).click();
    await expect(page.getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true');
    await expect(cards.getByRole('heading')).toHaveText(titles(id));
  }
  await page.keyboard.press('Home');
  await expect(cards.getByRole('heading')).toHaveText(titles(0));
  await page.keyboard.press('ArrowRight');
  await expect(cards.getByRole('heading')).toHaveText(titles(1));

  const [, , , department] = categories;
  await page.getByRole('tab', { name: department.label }).click();
  await expect(page).toHaveURL(`/careers?department=${department.slug}`);
  await test.step('a card leads to its position wherever it is pressed, by one link; Back is among the same ones', async () => {
    await expect(cards.first().getByRole('link')).toHaveCount(1);
    for (const part of [cards.first().getByRole('heading'), cards.first().locator('img')]) {
      await part.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await part.boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles(department.id)[0]!);
      await page.goBack();
      await expect(page.getByRole('tab', { name: department.label })).toHaveAttribute('aria-selected', 'true');
      await expect(cards.getByRole('heading')).toHaveText(titles(department.id));
    }
  });
  await page.goBack();
  await expect(page).toHaveURL(`/careers?department=${categories[1].slug}`);
  await expect(cards.getByRole('heading')).toHaveText(titles(1));

  await test.step('an address that asks for a department shows nothing else from the first paint on', async () => {
    await page.goto(`/careers?department=${department.slug}`);
    await expect(page.getByRole('tab', { name: department.label })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('html')).not.toHaveAttribute('data-tab');
    await expect(cards.getByRole('heading')).toHaveText(titles(department.id));
    // A late font may shift a line a little; a removed card would shift everything below it ten times as much.
    expect(await page.evaluate(shifted)).toBeLessThan(0.02);
    await page.goBack();
    await expect(cards.getByRole('heading')).toHaveText(titles(1));
  });

  await test.step('in forced colours the chosen tab alone is underlined', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    // Colours change over some frames.
    const underlined = () =>
      page.getByRole('tab').evaluateAll((all) => {
        const canvas = getComputedStyle(document.documentElement).backgroundColor;
        return all.filter((tab) => getComputedStyle(tab).borderBottomColor !== canvas).map((tab) => tab.textContent);
      });
    await expect.poll(underlined).toEqual([categories[1].label]);
  });
});

/** The sum of all layout shifts so far. */
function shifted(): Promise<number> {
  return new Promise((done) => {
    const sum = (list: PerformanceObserverEntryList) =>
      done((list.getEntries() as (PerformanceEntry & { value: number })[]).reduce((all, { value }) => all + value, 0));
    new PerformanceObserver(sum).observe({ type: 'layout-shift', buffered: true });
    // The observer is not called if there were no shifts.
    requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
  });
}
