import { becomeMoreActive, isMoreActive, rememberedPortfolio } from '../insights/more-active.ts';
import { hydrateIsland } from './islands.ts';
import { whenShown } from './when-shown.ts';

/** What the insights pages are to whoever verified an address; styles choose by `data-verified`. */
export function startInsights(): void {
  const island = document.querySelector<HTMLElement>('[data-island=insights]');
  if (!island) return;
  const verifies = 'verifies' in island.dataset;
  document.documentElement.toggleAttribute('data-verified', verifies || isMoreActive());
  watchCovers(island);
  if (!verifies) return;
  whenShown(() => {
    becomeMoreActive();
    // Details were asked for before the mail: they open again by themselves.
    if (island.dataset['verifies'] === 'details' && rememberedPortfolio()) void hydrateIsland(island);
  });
}

function watchCovers(island: HTMLElement) {
  const fail = (image: HTMLImageElement) => image.closest('[data-cover]')?.toggleAttribute('data-failed', true);
  for (const image of island.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) fail(image);
  // Those that are yet to load, and those that a refresh brings. Such events do not bubble.
  island.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && fail(target), { capture: true });
}
