import type { CampaignAnswers } from '../content/campaign-routes.ts';
import type { ContentContext } from '../content/desk.ts';
import type { PictureContext } from '../content/pictures/picture-routes.ts';
import type { ShownPictures } from '../content/pictures/shown-pictures.ts';
import type { FetchText } from '../bounces/sns-signature.ts';
import type { FileReaders } from '../insights/import/record-thread.ts';
import type { RenderInsights } from '../insights/insights-pages.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { Scrub } from '../privacy/scrub-thread.ts';
import type { RenderCareers } from '../recruiting/positions/position-pages.ts';
import type { RenderReport } from '../reports/report-maker.ts';

/** Everything that the routes of all slices need. */
export type AppContext = LeadContext &
  FileReaders &
  Pick<ContentContext, 'contentFields' | 'renderWith' | 'refreshWords'> &
  Pick<PictureContext, 'makePicture'> & {
    pictures: Pick<ShownPictures, 'find'>;
    shownCampaigns: CampaignAnswers;
    renderReport: RenderReport;
    /** Overwrites erased data in the store's file. Default: in the calling thread, not in a worker. */
    scrub?: Scrub;
    renderInsights: RenderInsights;
    renderCareers: RenderCareers;
    /** Fetches an address of the notification service that reports bounces. Default: over the network. */
    fetchText?: FetchText;
  };
