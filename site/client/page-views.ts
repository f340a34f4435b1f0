import { whenRestored, whenShown } from './when-shown.ts';

export function startPageViews(): void {
  whenShown(pushPageView);
  whenRestored(pushPageView);
}

/** Reports the page's path from the document: the address may contain personal data, such as an e-mail address. */
function pushPageView() {
  const path = document.documentElement.dataset['page'];
  (window.dataLayer ??= []).push({ event: 'page_view', page_path: path, page_title: document.title });
}
