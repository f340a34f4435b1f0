import { whereConsented } from './consent-choice.ts';
import { pageSetting } from './page-setting.ts';
import { getVisitorId } from './visitor.ts';

/**
 * Reports a download to the marketing service, with the visitor id. Nothing is sent if no service is configured, or without consent to marketing.
 * @param item name of the downloaded file or paper
 */
export function sendDownload(item: string): void {
  const service = pageSetting('marketing');
  if (!service) return;
  whereConsented('marketing', () => {
    navigator.sendBeacon(service, JSON.stringify({ event: 'Download', visitor: getVisitorId(), item }));
  });
}
