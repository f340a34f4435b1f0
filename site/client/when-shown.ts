/** Runs `act` once the page is visible: a prerendered page may never be shown. */
export function whenShown(act: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', act, { once: true });
  else act();
}

export function whenRestored(act: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) act();
  });
}

/**
 * Runs `act` once, as soon as an element is in sight. For an element without a box its first child counts.
 * @param ahead how far the window is extended, as a CSS margin
 */
export function whenInSight(element: Element, act: () => void, ahead = ''): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      act();
    },
    { rootMargin: ahead },
  );
  watch.observe(element.matches('[data-island]') ? (element.firstElementChild ?? element) : element);
}

/** Runs `act` once everything of the first view is loaded, pictures included, so that `act` does not compete for bandwidth. */
export function whenLoaded(act: () => void): void {
  if (document.readyState === 'complete') act();
  else addEventListener('load', act, { once: true });
}

export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 4000 });
  else setTimeout(act, 500);
}
