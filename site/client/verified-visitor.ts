import { rememberVerified, isVerified, rememberedPortfolio } from '../insights/verified-state.ts';
import { hydrateIsland } from './islands.ts';
import { whenShown } from './when-shown.ts';

/** Shows the insights pages as a verified visitor may see them; the styles depend on `data-verified`. */
export function showAsVerified(): void {
  const island = document.querySelector<HTMLElement>('[data-island=portfolios-and-papers]');
  if (!island) return;
  const verifies = 'verifies' in island.dataset;
  document.documentElement.toggleAttribute('data-verified', verifies || isVerified());
  watchCovers(island);
  if (!verifies) return;
  whenShown(() => {
    rememberVerified();
    // The visitor asked for these details before the mail: they open again automatically.
    if (island.dataset['verifies'] === 'details' && rememberedPortfolio()) void hydrateIsland(island);
  });
}

function watchCovers(island: HTMLElement) {
  const fail = (image: HTMLImageElement) => image.closest('[data-cover]')?.toggleAttribute('data-failed', true);
  for (const image of island.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) fail(image);
  // For images still to load, and those of a refresh. Error events do not bubble.
  island.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && fail(target), { capture: true });
}
