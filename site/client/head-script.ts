/*
 * Runs in the head of every page before anything is painted. It is inlined into the document as text, so it imports nothing; head-script.test.ts
 * compares its theme rule with the contract's.
 */
(() => {
  const { hash, pathname, search } = location;
  const root = document.documentElement;
  // An old-style address. With a second slash it would lead to another site.
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) location.replace(hash.slice(1));
  else if (/cognitivepro|confirm|formsent/.test(pathname + hash)) root.dataset['theme'] = 'dark';

  // The tab in the address: content of other tabs is hidden before the first paint, until tabs.ts takes over.
  const [, asked] = /[?&]department=([\w-]+)/.exec(search) ?? [];
  if (asked) root.dataset['tab'] = asked;

  // Removes the token of a link to choose a time (server/leads/confirmation) before any other script can read it in the address.
  const [, times] = /^#times=([\w-]{43})$/.exec(hash) ?? [];
  if (times) {
    root.dataset['times'] = times;
    history.replaceState(null, '', pathname + search);
  }

  // The banner shows from the first paint on. A consent provider loads its own banner.
  if (!root.dataset['consent'] && !/(?:^|; )consent=/.test(document.cookie)) root.dataset['asks'] = '';

  // Going back or reloading restores the scroll position, which needs the height of every section; only other visits are `fresh`.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!/back|reload/.test(visit?.type ?? 'back')) root.dataset['fresh'] = '';

  // The page's script is loaded after the first view and its picture are painted, so that they and the fonts get all the bandwidth.
  const { client = '' } = (document.currentScript as HTMLScriptElement).dataset;
  root.dataset['firstView'] = '';
  const load = () => {
    delete root.dataset['firstView'];
    import(client).catch(goPlain);
  };
  // If the script cannot be loaded or run, links and forms work as without scripts.
  let plain = false;
  const goPlain = () => {
    plain = true;
    for (const button of document.querySelectorAll('[aria-disabled],[aria-busy]')) button.ariaDisabled = button.ariaBusy = null;
    window.earlyPress?.click();
  };
  addEventListener('DOMContentLoaded', () => {
    const picture = document.querySelector('img[fetchpriority=high]');
    // Older Safari only reports the first paint.
    const [type = 'paint'] = PerformanceObserver.supportedEntryTypes.filter((one) => one.startsWith('largest'));
    const isLast = (entry: PerformanceEntry) => !picture || type === 'paint' || (entry as LargestContentfulPaint).element === picture;
    new PerformanceObserver((list) => list.getEntries().some(isLast) && load()).observe({ type, buffered: true });
  });
  // If no paint is reported: in older browsers, in background tabs, and while a page is prerendered.
  addEventListener('load', () => setTimeout(load, 500));

  // A press on a button whose code is not loaded yet is carried out later. Links work without code, and commands in browsers that know them.
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button,[role=button]');
      if (!button || button.commandForElement || event.ctrlKey || event.metaKey || event.shiftKey || plain) return;
      const waits = button.closest('[data-island]:not([data-live])');
      if (!waits && (window.onEarlyPress || button.closest('form'))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      load();
      window.earlyPress?.removeAttribute('aria-busy');
      window.earlyPress = button;
      button.setAttribute('aria-busy', 'true');
      window.onEarlyPress?.(button);
    },
    true,
  );
})();
