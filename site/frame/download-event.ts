import { whereConsented } from './consent-choice.ts';
import { pageSetting } from './page-setting.ts';
import { getVisitorId } from './visitor.ts';

/**
 * Tells the marketing service of a download, with the visitor id. Nothing goes out where no service is configured, or where the
 * visitor did not agree to marketing.
 * @param item what was downloaded: a file's or a paper's name
 */
export function sendDownload(item: string): void {
  const service = pageSetting('marketing');
  if (!service) return;
  whereConsented('marketing', () => {
    navigator.sendBeacon(service, JSON.stringify({ event: 'Download', visitor: getVisitorId(), item }));
  });
}
