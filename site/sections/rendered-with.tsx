import type { ReactNode } from 'react';
import type { ShownCampaign } from '../../contract/campaign-rendering.ts';
import type { Openings } from '../../contract/careers-page.ts';
import { OpeningsContext } from './openings.ts';
import { CampaignContext } from './shown-campaign.ts';

/** What the server renders besides the site's content: its open positions, or a campaign. */
export type RenderedWith = { openings?: Openings | undefined; campaign?: ShownCampaign | undefined };

export function WithContent({ openings, campaign, children }: RenderedWith & { children: ReactNode }) {
  const shown = <CampaignContext value={campaign}>{children}</CampaignContext>;
  return openings === undefined ? shown : <OpeningsContext value={openings}>{shown}</OpeningsContext>;
}
