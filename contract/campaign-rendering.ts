import type { CampaignPage } from './campaign-page.ts';
import type { PageRow } from './pages.ts';

/** A campaign's page as it is rendered. `number`: its version, which its form names when it is sent. */
export type ShownCampaign = { caller: string; number: number; page: CampaignPage };

/** Views of a campaign: its page while it is open and once it has closed, and for its form the thank-you page and the form with its faults. */
export type CampaignView = 'open' | 'closed' | 'sent' | 'refused';

/** Kinds of campaign pages; pages of one kind load the same files. `-insights`: with portfolios or papers; `-plain`: without scripts. */
export type CampaignKind = 'campaign' | 'campaign-insights' | 'campaign-plain';

/** The row and the kind of a view of a campaign. @param refused path of the page that answers faults */
export function campaignRow({ caller, page }: ShownCampaign, view: CampaignView): { page: PageRow; kind: CampaignKind } {
  const { path, title, description, indexed, sections } = page;
  const shared = { component: 'campaign', mode: view, title, description, canonical: path } as const;
  const hasInsights = sections.some(({ kind }) => kind === 'portfolios' || kind === 'papers');
  switch (view) {
    case 'open':
      return { page: { ...shared, path, indexed }, kind: hasInsights ? 'campaign-insights' : 'campaign' };
    case 'closed':
      return { page: { ...shared, path, indexed: false }, kind: 'campaign' };
    case 'sent':
      return { page: { ...shared, path: `${path}/sent`, indexed: false }, kind: 'campaign' };
    case 'refused':
      return { page: { ...shared, path: `/form/${caller}`, indexed: false, scripts: false }, kind: 'campaign-plain' };
  }
}
