import { whenRestored, whenShown } from './when-shown.ts';

export function startPageViews(): void {
  whenShown(pushPageView);
  whenRestored(pushPageView);
}

/** By the page's own path: an address can hold what is nobody's business, an e-mail address too. */
function pushPageView() {
  const path = document.documentElement.dataset['page'];
  (window.dataLayer ??= []).push({ event: 'page_view', page_path: path, page_title: document.title });
}
