import { tabAfter } from '../../ui/tab-keys.ts';

/**
 * A row of tabs over one panel: items with another tab's mark are hidden, and if none is left the panel's template is shown. Arrow keys, Home and End
 * move and select. `data-tabs` names the query parameter that stores the choice.
 */
export function startTabs(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-tabs]')) {
    const parameter = row.dataset['tabs'] ?? '';
    const tabs = [...row.querySelectorAll<HTMLElement>('[role=tab]')];
    const showChosen = () => {
      const asked = new URLSearchParams(location.search).get(parameter);
      const chosen = tabs.find((tab) => tab.dataset['tab'] === asked) ?? tabs[0];
      if (chosen) select(tabs, chosen);
    };
    showChosen();
    // Set by the head's script to hide items until now.
    delete document.documentElement.dataset['tab'];
    addEventListener('popstate', showChosen);
    row.addEventListener('click', ({ target }) => {
      const tab = (target as Element).closest<HTMLElement>('[role=tab]');
      if (!tab || tab.ariaSelected === 'true') return;
      select(tabs, tab);
      history.pushState(null, '', addressOf(tab, parameter));
    });
    row.addEventListener('keydown', (event) => {
      const at = tabs.findIndex((tab) => tab.ariaSelected === 'true');
      const next = tabAfter(event.key, tabs, at);
      if (!next) return;
      event.preventDefault();
      select(tabs, next);
      next.focus();
      // So that Back does not step through every tab passed with the keyboard.
      history.replaceState(history.state, '', addressOf(next, parameter));
    });
  }
}

function addressOf(tab: HTMLElement, parameter: string): URL {
  const address = new URL(location.href);
  if (tab.dataset['tab']) address.searchParams.set(parameter, tab.dataset['tab']);
  else address.searchParams.delete(parameter);
  return address;
}

function select(tabs: HTMLElement[], chosen: HTMLElement) {
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
  const panel = document.getElementById(chosen.getAttribute('aria-controls') ?? '');
  if (!panel) return;
  panel.setAttribute('aria-labelledby', chosen.id);
  const mark = chosen.dataset['tab'];
  for (const item of panel.querySelectorAll<HTMLElement>('[data-of-tab]')) {
    item.toggleAttribute('data-off', Boolean(mark) && item.dataset['ofTab'] !== mark);
  }
  sayIfNothing(panel);
}

function sayIfNothing(panel: HTMLElement) {
  const nothing = panel.querySelector<HTMLTemplateElement>('template[data-nothing]');
  nothing?.nextElementSibling?.remove();
  if (!panel.querySelector('[data-of-tab]:not([data-off], [hidden])')) nothing?.after(nothing.content.cloneNode(true));
}
