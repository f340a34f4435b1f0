import { campaignFaults } from '../../contract/campaigns.ts';
import type { CampaignPage } from '../../contract/campaign-page.ts';
import type { Site } from '../http/site.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store, Tx } from '../store/store.ts';
import { publishDueCampaigns } from './campaign-drafts.ts';
import { currentCampaigns } from './campaign-versions.ts';
import { isSitePage } from './site-addresses.ts';

type Parts = { site: Pick<Site, 'pages' | 'assets'>; settings: Pick<Settings, 'FORBIDDEN_CLAIMS'> };

/** Why a campaign's page cannot be published, by the path of each field. A page that is taken off has none. */
export async function faultsOfCampaign(
  { site, settings }: Parts,
  db: Tx,
  campaign: string,
  page: CampaignPage,
): Promise<Record<string, string>> {
  if (page.removed) return {};
  const others = (await currentCampaigns(db)).filter((one) => one.campaign !== campaign && !one.page.removed);
  const campaignAt = (path: string) => others.find((one) => one.page.path === path)?.name;
  const faults = campaignFaults(page, {
    isPage: (path) => isSitePage(path) || campaignAt(path) !== undefined,
    forbidden: settings.FORBIDDEN_CLAIMS,
    campaignAt,
  });
  if (isFolder(site, page.path)) faults['path'] ??= 'The site itself uses this address';
  return faults;
}

/** Publishes the drafts whose time has come, except those whose address another campaign has taken. */
export function publishSoundCampaigns(store: Store, parts: Parts, now: number): Promise<void> {
  return publishDueCampaigns(
    store,
    now,
    async (tx, page, campaign) => Object.keys(await faultsOfCampaign(parts, tx, campaign, page)).length === 0,
  );
}

/** Whether the build has a file at an address, or below its first part. */
function isFolder({ assets }: Pick<Site, 'assets'>, path: string): boolean {
  const first = `/${path.split('/')[1] ?? ''}`;
  return [...assets.keys()].some((file) => file === first || file.startsWith(`${first}/`));
}
