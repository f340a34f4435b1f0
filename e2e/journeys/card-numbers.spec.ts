import { inTurn } from '../../server/testing/rotation.testing.ts';
import { expect, test } from '../fixtures/test.ts';

inTurn(test, 2)('at no width a number of a card is broken, or a heading within a word, or reaches beyond its card', async ({ page }) => {
  await page.goto('/insights');
  const cards = page.getByRole('region', { name: 'Quarterly metrics' }).getByRole('article');
  await expect(cards).toHaveCount(6);
  for (const width of [320, 360, 600, 640, 820, 1120, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await Promise.all((await cards.all()).map((one) => one.evaluate(brokenWordsIn)));
    expect(broken.flat(), `${width} px`).toEqual([]);
  }
});

/** The words and numbers of a card's figures that stand on more than one line, or beyond the card's edge. */
function brokenWordsIn(card: Element): string[] {
  const { right } = card.getBoundingClientRect();
  const texts = [...card.querySelectorAll('dt, dd, th, td')].flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    return part.checkVisibility() ? found.filter(({ parentElement }) => parentElement!.clientWidth !== 1) : [];
  });
  return texts.flatMap((text) =>
    [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()];
      return new Set(boxes.map(({ top }) => Math.round(top))).size > 1 || boxes.some((box) => box.right > right) ? [word] : [];
    }),
  );
}
