import { SEEN_PATH, WITHIN, type PageOrigin } from '../../contract/page-view.ts';
import { pageOrigin } from '../forms/attribution.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { whenRestored, whenShown } from './when-shown.ts';

export function startPageViews(): void {
  whenShown(() => {
    reportSeen(isComeBackTo() ? broughtBack() : pageOrigin());
    pushPageView();
  });
  whenRestored(() => {
    reportSeen(broughtBack());
    pushPageView();
  });
}

/** Reports to our server that the page is shown. It only increases a counter, and contains nothing about the visitor. */
function reportSeen(origin: PageOrigin) {
  navigator.sendBeacon?.(pageSetting('api') + SEEN_PATH, JSON.stringify(origin));
}

/** The origin of a reload or a return: the link that first led to the page must not be counted again. */
function broughtBack(): PageOrigin {
  return { page: pageOrigin().page, from: WITHIN };
}

function isComeBackTo(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/** Pushes the page's path from the document: the address may contain personal data, such as an e-mail address. */
function pushPageView() {
  const path = document.documentElement.dataset['page'];
  (window.dataLayer ??= []).push({ event: 'page_view', page_path: path, page_title: document.title });
}
