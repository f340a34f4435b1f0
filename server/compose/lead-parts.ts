import { confirmedTimes } from '../booking/booking-links.ts';
import type { AppContext } from './app-context.ts';
import { wordsOfVersion } from '../content/words.ts';
import { leadCampaigns } from '../content/campaign-versions.ts';
import { leadTopics } from '../insights/papers/papers.ts';
import { leadJobs } from './lead-jobs.ts';
import { createLeadBatchWriter } from '../leads/lead-repository.ts';
import type { Settings } from '../settings/settings.ts';
import { createShares } from '../store/shares/shares.ts';
import type { Store } from '../store/store.ts';

/** @param wake called when leads were stored */
export function leadContext(
  store: Store,
  settings: Settings,
  wake?: () => void,
): Pick<AppContext, 'leadWriter' | 'leadJobs' | 'topics' | 'campaigns' | 'formWords' | 'confirmedTimes' | 'shares'> {
  return {
    leadWriter: createLeadBatchWriter(store, wake),
    leadJobs,
    topics: leadTopics,
    campaigns: leadCampaigns,
    confirmedTimes: confirmedTimes(settings),
    formWords: wordsOfVersion,
    shares: createShares(store, settings),
  };
}
