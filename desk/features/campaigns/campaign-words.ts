import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { listCampaigns, readCampaign } from '../../../contract/calls/desk/campaign-calls.ts';

export type CampaignRow = CallOutput<typeof listCampaigns>['campaigns'][number];
export type Campaign = CallOutput<typeof readCampaign>;

/** What visitors find at a campaign's address. */
export const stateWords: Readonly<Record<CampaignRow['state'], string>> = {
  draft: 'Not public yet',
  before: 'Opens later',
  open: 'Open',
  after: 'Closed',
  removed: 'Taken off the site',
};

/** Whether a page has an opening time in the future. */
export function opensAfterNow({ opensAt }: Pick<Campaign['page'], 'opensAt'>, now = Date.now()): boolean {
  return opensAt !== null && opensAt > now;
}
