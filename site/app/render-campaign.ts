import { campaignRow, type CampaignKind, type ShownCampaign } from '../../contract/campaign-rendering.ts';
import { sectionKinds } from '../../contract/campaign-page.ts';
import { newCampaignPage } from '../../contract/campaigns.ts';
import type { PageRow } from '../../contract/pages.ts';
import type { SiteRendering } from '../../contract/rendering.ts';
import { renderDocument } from './render-document.ts';

/** Renders a view of a campaign's page. */
export const renderCampaign: SiteRendering['renderCampaign'] = (campaign, view, worn) => {
  const { page, kind } = campaignRow(campaign, view);
  return renderDocument(page, worn, { like: kind, campaign });
};

const everySection: ShownCampaign = { caller: 'campaign_any', number: 1, page: newCampaignPage('any', 'Any', sectionKinds) };
const withoutInsights: ShownCampaign = {
  ...everySection,
  page: { ...everySection.page, sections: everySection.page.sections.filter(({ kind }) => kind !== 'portfolios' && kind !== 'papers') },
};

/** One example of each kind of campaign page, from which the build reads the files that all pages of the kind load. */
export const campaignKinds: readonly { kind: CampaignKind; page: PageRow; campaign: ShownCampaign }[] = [
  { campaign: withoutInsights, ...campaignRow(withoutInsights, 'open') },
  { campaign: everySection, ...campaignRow(everySection, 'open') },
  { campaign: everySection, ...campaignRow(everySection, 'refused') },
];
