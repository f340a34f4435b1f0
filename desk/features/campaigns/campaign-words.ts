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

/** A time in the format of a datetime-local field; empty for null. */
export function asLocal(at: number | null): string {
  if (at === null) return '';
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zone).toISOString().slice(0, 16);
}

export function fromLocal(text: string): number | null {
  return text === '' ? null : new Date(text).getTime();
}
