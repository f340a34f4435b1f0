import * as calls from '../../contract/calls/desk/campaign-calls.ts';
import { campaignCaller } from '../../contract/callers.ts';
import { campaignIdFor, campaignTemplates, newCampaignPage } from '../../contract/campaigns.ts';
import type { CampaignPage } from '../../contract/campaign-page.ts';
import { limits } from '../../contract/limits.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import type { Tx } from '../store/store.ts';
import {
  beginCampaign,
  changeCampaignDraft,
  discardCampaignDraft,
  listCampaignDrafts,
  publishCampaign,
  readCampaignDraft,
  reopenCampaign,
  type CampaignDraft,
} from './campaign-drafts.ts';
import { faultsOfCampaign } from './campaign-faults.ts';
import { campaignVersion, currentCampaigns, latestCampaign, listCampaignVersions } from './campaign-versions.ts';
import { changedCampaign } from './change-campaign.ts';
import type { ContentContext } from './desk.ts';
import { actor, pastTime } from './draft-answers.ts';
import { previewPage } from './preview-page.ts';
import { phaseOf, shownCampaign, viewsOf } from './shown-campaigns.ts';
import { currentWords, shownValues } from './words.ts';

export function campaignRoutes(route: DeskRoute, context: ContentContext): void {
  listRoute(route, context);
  readingRoutes(route, context);
  draftRoutes(route, context);
  publishingRoute(route, context);
}

function listRoute(route: DeskRoute, { store, now }: ContentContext): void {
  route(calls.listCampaigns, async () => {
    const [versions, drafts] = await Promise.all([currentCampaigns(store.db), listCampaignDrafts(store.db)]);
    const published = versions.map((version) => {
      const { campaign, page, name, published_at: at, published_by: account } = version;
      const draft = drafts.find((one) => one.campaign === campaign);
      return {
        ...factsOf(campaign, draft?.name ?? name, page),
        state: phaseOf(page, now()),
        published: { at, account },
        draft: waiting(draft),
      };
    });
    const begun = drafts.filter(({ campaign }) => versions.every((one) => one.campaign !== campaign));
    const others = begun.map((draft) => ({
      ...factsOf(draft.campaign, draft.name, draft.page),
      state: 'draft' as const,
      published: null,
      draft: waiting(draft),
    }));
    return { campaigns: [...others, ...published] };
  });
}

function readingRoutes(route: DeskRoute, context: ContentContext): void {
  const { store, settings, contentFields, renderWith } = context;
  route(calls.readCampaign, async (who, { campaign }) => {
    const [draft, versions] = await Promise.all([readCampaignDraft(store.db, campaign), listCampaignVersions(store.db, campaign)]);
    const [latest] = versions;
    const page = draft?.page ?? latest?.page;
    if (page === undefined) return gone();
    const { id, caller, name } = factsOf(campaign, draft?.name ?? latest?.name ?? '', page);
    return {
      id,
      caller,
      name,
      page,
      draft: waiting(draft),
      faults: draft === undefined ? {} : await faultsOfCampaign(context, store.db, campaign, page),
      own: settings.FOUR_EYES === 'on' && draft?.draftedBy.includes(who.accountId) === true,
      versions: versions.map((one) => ({
        number: one.number,
        at: one.published_at,
        account: one.published_by,
        draftedBy: [...one.draftedBy],
        removed: one.page.removed,
      })),
      forbidden: [...settings.FORBIDDEN_CLAIMS],
    };
  });

  route(calls.showCampaign, async (_who, { campaign, view }) => {
    const page = (await readCampaignDraft(store.db, campaign))?.page ?? (await campaignVersion(store.db, campaign))?.page;
    if (page === undefined) return gone();
    const { words } = await currentWords(store.db);
    const shown = shownCampaign({ campaign, number: 0, page });
    const [rendered] = await renderWith(shownValues(words, contentFields()), {
      kind: 'campaign',
      campaign: shown,
      views: [view],
      marked: true,
    });
    return rendered === undefined ? gone() : previewPage(rendered, settings);
  });
}

function draftRoutes(route: DeskRoute, { store, now }: ContentContext): void {
  route(calls.beginCampaignCall, async (who, { name, from }) => {
    const campaign = campaignIdFor(name);
    if (campaign === undefined) return new HttpRefusal(422, { title: 'Not begun', errors: { name: 'Use letters or digits in the name' } });
    const page =
      'template' in from
        ? newCampaignPage(campaign, name, campaignTemplates[from.template].kinds)
        : await copyOf(store.db, from.copy, campaign);
    if (page === undefined) return gone();
    if (await beginCampaign(store, { campaign, name, page }, actor(who, now))) return { campaign };
    return new HttpRefusal(422, {
      title: 'Not begun',
      errors: { name: 'There is or was a campaign of this name: its leads are told by it' },
    });
  });

  route(calls.reopenCampaignCall, async (who, { campaign, version }) =>
    (await reopenCampaign(store, campaign, version, actor(who, now))) ? {} : gone(),
  );

  route(calls.changeCampaign, async (who, { campaign, change }) => {
    const done = await changeCampaignDraft(store, campaign, (page) => changedCampaign(page, change), actor(who, now));
    if (done.ok) return { revision: done.revision };
    return done.cause === 'missing' ? gone() : new HttpRefusal(409, { detail: done.why });
  });

  route(calls.discardCampaign, async (who, { campaign }) => ((await discardCampaignDraft(store, campaign, actor(who, now))) ? {} : gone()));
}

function publishingRoute(route: DeskRoute, context: ContentContext): void {
  const { store, settings, now, contentFields, renderWith, refreshWords } = context;
  route(calls.publishCampaignCall, async (who, { campaign, revision, at }) => {
    const draft = await readCampaignDraft(store.db, campaign);
    if (draft === undefined) return gone();
    const past = pastTime(at, now());
    if (past !== undefined) return past;
    const faults = await faultsOfCampaign(context, store.db, campaign, draft.page);
    if (Object.keys(faults).length > 0) return new HttpRefusal(422, { title: 'The page cannot be published yet', errors: faults });
    // Whatever cannot be rendered is refused here, and never reaches a visitor.
    const { words } = await currentWords(store.db);
    const shown = shownCampaign({ campaign, number: (await latestCampaign(store.db)) + 1, page: draft.page });
    const pages = await renderWith(shownValues(words, contentFields()), { kind: 'campaign', campaign: shown, views: viewsOf(shown) });
    const over = Math.max(...pages.map(({ bytes }) => bytes)) - limits.pageHtml;
    if (over > 0) return new HttpRefusal(422, { title: 'The page is too heavy', detail: tooHeavy(over) });
    const isSound = async (tx: Tx, page: CampaignPage) =>
      page.removed || Object.keys(await faultsOfCampaign(context, tx, campaign, page)).length === 0;
    const approval = { campaign, revision, fourEyes: settings.FOUR_EYES === 'on', publishAt: at, isSound };
    const done = await publishCampaign(store, approval, actor(who, now));
    if (!done.ok) return refusals[done.cause]();
    if (done.number > 0) await refreshWords();
    return { version: done.number };
  });
}

async function copyOf(db: Tx, campaign: string, id: string): Promise<CampaignPage | undefined> {
  const page = (await campaignVersion(db, campaign))?.page ?? (await readCampaignDraft(db, campaign))?.page;
  return page && { ...page, path: `/${id}`, opensAt: null, closesAt: null, removed: false };
}

function factsOf(campaign: string, name: string, { path, opensAt, closesAt }: CampaignPage) {
  return { id: campaign, caller: campaignCaller(campaign), name, path, opensAt, closesAt };
}

function waiting(draft: CampaignDraft | undefined) {
  return draft === undefined
    ? null
    : { revision: draft.revision, changedAt: draft.changed_at, draftedBy: [...draft.draftedBy], publishAt: draft.publish_at };
}

function tooHeavy(over: number): string {
  return `It has ${over} bytes more than a page may have (${limits.pageHtml}): shorten its texts, or take a section out.`;
}

function gone(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'There is no such campaign, or its draft was published or discarded.' });
}

const refusals = {
  missing: gone,
  stale: () => new HttpRefusal(409, { detail: 'Somebody changed it since you looked at it. Look at it again.' }),
  own: () => new HttpRefusal(403, { detail: 'You wrote some of it: somebody else publishes it.' }),
  fault: () => new HttpRefusal(409, { detail: 'Another campaign was published at its address meanwhile.' }),
} as const;
