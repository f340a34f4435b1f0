import type { ComponentType } from 'react';
import { hasDrafts } from '../frame/browser-storage.ts';
import { islands, type IslandName } from '../islands/registry.ts';
import { showLoadFailure } from './load-failure.ts';
import { withProgress } from './progress.ts';
import { whenIdle, whenInSight, whenShown } from './when-shown.ts';

const INTENTS = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'];

const started = new WeakMap<HTMLElement, Promise<boolean>>();

export function startIslands(): void {
  for (const intent of INTENTS) addEventListener(intent, onIntent, { passive: true, capture: true });
  // A field may have the focus before this script is loaded.
  onIntent({ target: document.activeElement });
  whenShown(() => {
    for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const start = () => void hydrateIsland(island);
      // With a draft: the visitor returns to a form and sees the typed text unchanged.
      if (island.dataset['when'] === 'idle' || hasDrafts()) whenIdle(start);
      else if (island.dataset['when'] === 'visible' || island.querySelector('[data-missing]')) whenInSight(island, start);
    }
  });
}

export function hydrateIsland(island: HTMLElement): Promise<boolean> {
  const begun = started.get(island) ?? hydrateOnce(island);
  started.set(island, begun);
  return begun;
}

async function hydrateOnce(island: HTMLElement): Promise<boolean> {
  const load = islands[island.dataset['island'] as IslandName];
  try {
    const [{ hydrate }, { Component }] = await withProgress(Promise.all([import('../islands/hydrate.tsx'), load()]));
    const changed = changedSelects(island);
    await hydrate(island, Component as ComponentType<object>);
    island.dataset['live'] = '';
    for (const select of changed) select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  } catch {
    showLoadFailure();
    // The next press submits the form as without scripts.
    island.dataset['live'] = 'plain';
    island.querySelector('form[method=post] [type=submit]')?.removeAttribute('aria-disabled');
    return false;
  }
}

/** Carries out presses on buttons whose code was not loaded: the one that head-script.ts stored, and later ones. */
export function takeEarlyPresses(): void {
  window.onEarlyPress = (button) => void carryOut(button);
  if (window.earlyPress) void carryOut(window.earlyPress);
}

async function carryOut(button: HTMLElement) {
  const island = button.closest<HTMLElement>('[data-island]');
  const live = !island || (await hydrateIsland(island));
  // Another button was pressed in the meantime.
  if (window.earlyPress !== button) return;
  window.earlyPress = undefined;
  button.removeAttribute('aria-busy');
  if (live) button.click();
}

function onIntent({ target }: Pick<Event, 'target'>) {
  const island = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null;
  // While reading, the pointer is almost always over an island that fills the page: there only pointing at a control counts.
  const counts = island?.dataset['when'] !== 'control' || (target as Element).closest('button,[role=button]');
  if (island && counts) void hydrateIsland(island);
}

/** Selects that were changed before hydration: their change is reported afterwards. Forms read typed text from the elements. */
function changedSelects(island: HTMLElement): HTMLSelectElement[] {
  return [...island.querySelectorAll('select')].filter((select) =>
    [...select.options].some((option) => option.selected !== option.defaultSelected),
  );
}
