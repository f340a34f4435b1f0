/*
 * Starts the page's code when the browser is idle after load, or at the first sign of intent. A click on a button
 * before that is held and made again once the page answers; links work by themselves. It goes into the document as
 * text, so it imports nothing. What it needs stands on its own element.
 */
(() => {
  const { entry, modules, dialog } = (document.currentScript as HTMLScriptElement).dataset;
  const intents = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  let started = false;
  let held: HTMLElement | undefined;

  function preload(files = '') {
    for (const href of files.split(' ')) {
      const link = document.createElement('link');
      if (href.endsWith('.css')) {
        link.rel = 'preload';
        link.as = 'style';
      } else link.rel = 'modulepreload';
      link.fetchPriority = 'low';
      link.crossOrigin = '';
      link.href = href;
      if (href) document.head.append(link);
    }
  }

  function start() {
    if (started) return;
    started = true;
    preload(modules);
    void import(entry!);
  }

  function hold(event: Event) {
    const button = (event.target as Element).closest<HTMLElement>('button:not([command])');
    if (!button || button.closest('form')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held?.removeAttribute('aria-busy');
    held = button;
    button.setAttribute('aria-busy', 'true');
    if (button.dataset['caller']) preload(dialog);
    start();
  }

  // Back, before there is any code that could show another page in this document.
  const { pathname, search } = location;
  const leave = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };

  for (const intent of intents) addEventListener(intent, start, { once: true, passive: true, capture: true });
  addEventListener('click', hold, true);
  addEventListener('popstate', leave);
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 4000 });
    else setTimeout(start, 500);
  });
  window.pageAnswers = () => {
    removeEventListener('click', hold, true);
    removeEventListener('popstate', leave);
    held?.removeAttribute('aria-busy');
    held?.click();
  };
})();
