import { whenRestored, whenShown } from './when-shown.ts';

/** Tells whoever listens that the page is shown: once for each time that it is. */
export function startPageViews(): void {
  whenShown(pushPageView);
  whenRestored(pushPageView);
}

/** By the page's own path: an address can hold what is nobody's business, an e-mail address too. */
function pushPageView() {
  const path = document.documentElement.dataset['page'];
  (window.dataLayer ??= []).push({ event: 'page_view', page_path: path, page_title: document.title });
}
