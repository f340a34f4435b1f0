import { hydrateIsland } from './islands.ts';

/** Carries out presses on buttons whose code was not here: the one that head-script.ts noted, and those in islands to come. */
export function takeEarlyPresses(): void {
  window.onEarlyPress = (button) => void carryOut(button);
  if (window.earlyPress) void carryOut(window.earlyPress);
}

async function carryOut(button: HTMLElement) {
  const island = button.closest<HTMLElement>('[data-island]');
  const live = !island || (await hydrateIsland(island));
  // Another press came meanwhile.
  if (window.earlyPress !== button) return;
  window.earlyPress = undefined;
  button.removeAttribute('aria-busy');
  if (live) button.click();
}
