/*
 * Runs in the head of every page before anything is painted. It goes into the document as text, so it imports nothing;
 * head-script.test.ts holds its theme rule against the contract's.
 */
(() => {
  const { hash, pathname, search } = location;
  const root = document.documentElement;
  // An old-style address. A second slash would make it another site's.
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) location.replace(hash.slice(1));
  else if (/cognitivepro|confirm|formsent/.test(pathname + hash)) root.dataset['theme'] = 'dark';

  // A tab that the address asks for: what is of others is never painted. tabs.ts takes over.
  const [, asked] = /[?&]department=([\w-]+)/.exec(search) ?? [];
  if (asked) root.dataset['tab'] = asked;

  // The banner is there from the first paint on. The provider's own comes by itself.
  if (!root.dataset['consent'] && !/(?:^|; )consent=/.test(document.cookie)) root.dataset['asks'] = '';

  // Whoever comes back, or loads again, is put where she was: every section needs its height for that.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!/back|reload/.test(visit?.type ?? 'back')) root.dataset['fresh'] = '';

  // The page's own script is loaded once the first view is painted, its picture too: that and the fonts have the line to themselves.
  const { client } = (document.currentScript as HTMLScriptElement).dataset;
  root.dataset['firstView'] = '';
  const load = () => {
    delete root.dataset['firstView'];
    import(client!).catch(goPlain);
  };
  // Where it cannot be had, or not run, links and forms work as they do without scripts.
  let plain = false;
  const goPlain = () => {
    plain = true;
    for (const button of document.querySelectorAll('[aria-disabled],[aria-busy]')) button.ariaDisabled = button.ariaBusy = null;
    window.earlyPress?.click();
  };
  addEventListener('DOMContentLoaded', () => {
    const picture = document.querySelector('img[fetchpriority=high]');
    // An older Safari tells of the first paint alone.
    const [type = 'paint'] = PerformanceObserver.supportedEntryTypes.filter((one) => one.startsWith('largest'));
    const isLast = (entry: PerformanceEntry) => !picture || type === 'paint' || (entry as LargestContentfulPaint).element === picture;
    new PerformanceObserver((list) => list.getEntries().some(isLast) && load()).observe({ type, buffered: true });
  });
  // Where nothing tells of a paint: in older browsers, behind others, and while a page is rendered ahead.
  addEventListener('load', () => setTimeout(load, 500));

  // A press on a button whose code is not here yet is carried out once it is. Links and commands work by themselves.
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('button:not([command]),[role=button]');
      if (!button || event.ctrlKey || event.metaKey || event.shiftKey || plain) return;
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
