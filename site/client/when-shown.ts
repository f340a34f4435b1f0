/** Does something once somebody sees the page: a page that is rendered ahead may never be shown. */
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
 * Does something as soon as an element is in sight, once. One without a box of its own is where its first child is.
 * @param ahead by how much the window counts as larger, as CSS writes it
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

/** Does something once all that the first view shows is here, pictures included: what moves them does not take the line from them. */
export function whenLoaded(act: () => void): void {
  if (document.readyState === 'complete') act();
  else addEventListener('load', act, { once: true });
}

export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 4000 });
  else setTimeout(act, 500);
}
