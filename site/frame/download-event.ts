import { getVisitorId } from './visitor.ts';

declare global {
  interface Window {
    /** The marketing service's way to take an event: there once one is configured and the visitor consented to it, and not before. */
    marketingEvent?: (name: string, detail: { uuid: string }) => void;
  }
}

/** Tells the marketing service, where there is one, that this visitor downloads something. */
export function trackDownload(): void {
  window.marketingEvent?.('Download', { uuid: getVisitorId() });
}
