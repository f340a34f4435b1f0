import { showCampaigns, type ShownCampaigns } from '../content/shown-campaigns.ts';
import { showWords, type ShownWords } from '../content/shown-words.ts';
import { renderThread, type RenderWith } from '../content/render-thread.ts';
import type { ContentField } from '../../contract/content-fields.ts';
import { shownPictures, type ShownPictures } from '../content/pictures/shown-pictures.ts';
import type { Files } from '../files/files.ts';
import { extendPolicy, securityHeaders } from '../http/security-headers.ts';
import type { LoadedSite } from '../http/site.ts';
import { insightsRenderer, type RenderInsights } from '../insights/insights-pages.ts';
import type { Log } from '../kernel/log.ts';
import { careersRenderer, type RenderCareers } from '../recruiting/positions/position-pages.ts';
import { pageSettings } from '../settings/page-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { everyField } from './own-fields.ts';
import type { Store } from '../store/store.ts';

/** The site's pages, and what renders them anew when staff publish other words. */
export type SiteWords = {
  site: LoadedSite;
  words: ShownWords;
  pictures: ShownPictures;
  shownCampaigns: ShownCampaigns;
  refreshWords: () => Promise<void>;
  renderWith: RenderWith;
  contentFields: () => ReadonlyMap<string, ContentField>;
  renderInsights: RenderInsights;
  renderCareers: RenderCareers;
};

type Parts = {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  store: Store;
  files: Pick<Files, 'open'>;
  site: LoadedSite;
  log: Log;
};

/** @param folder `dist` @param script the built code of the thread that renders */
export function siteWords({ settings, env, store, files, site, log }: Parts, folder: string, script: URL): SiteWords {
  const renderWith = renderThread(script, folder);
  const contentFields = everyField(env, folder);
  const pictures = shownPictures({ store, files, headers: securityHeaders(settings.PUBLIC_URL), log });
  const words = showWords({ store, site, pictures, render: renderWith, fields: contentFields, log });
  const publishDue = async (now: number) =>
    (await import('../content/campaign-faults.ts')).publishSoundCampaigns(store, { site, settings }, now);
  const shownCampaigns = showCampaigns({ store, site, render: renderWith, words: words.current, publishDue, now: () => store.now(), log });
  const filled = pageSettings(settings);
  return {
    site,
    words,
    pictures,
    shownCampaigns,
    refreshWords: async () => {
      await words.refresh();
      await shownCampaigns.refresh();
    },
    renderWith,
    contentFields,
    renderInsights: insightsRenderer(folder, filled, (props, parts) => {
      const changed = words.current().words;
      const touched = Object.keys(changed).some((path) => parts.has(path.slice(0, path.indexOf('.'))));
      return touched ? renderWith(changed, { kind: 'insights', props }) : undefined;
    }),
    renderCareers: careersRenderer(folder, {
      settings: filled,
      extendPolicy: (policy) => extendPolicy(policy, settings),
      inWords: {
        version: () => words.current().number,
        render: (openings, pages) => {
          const { number, words: changed } = words.current();
          return number === 0 ? undefined : renderWith(changed, { kind: 'careers', pages, openings });
        },
      },
    }),
  };
}
