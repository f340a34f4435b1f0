import { placeholders } from '../../contract/placeholders.ts';
import { retentionTexts } from '../../contract/retention-periods.ts';
import type { Settings } from './settings.ts';

export function pageSettings(settings: Settings): Record<string, string> {
  return {
    [placeholders.origin]: settings.PUBLIC_URL,
    [placeholders.platform]: settings.PLATFORM_URL,
    [placeholders.api]: settings.API_URL ?? '',
    [placeholders.flags]: settings.FLAGS_URL?.replace(/\/$/, '') ?? '/flags',
    [placeholders.minfill]: String(settings.MIN_FILL_MS),
    [placeholders.consent]: settings.CONSENT_ID ?? '',
    [placeholders.tags]: settings.GTM_ID ?? '',
    [placeholders.marketing]: settings.MARKETING_URL ?? '',
    ...retentionTexts(settings),
  };
}
