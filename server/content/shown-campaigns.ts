import type { Words } from '../../contract/content-fields.ts';
import { campaignCaller } from '../../contract/callers.ts';
import { campaignRow, type CampaignView, type ShownCampaign } from '../../contract/campaign-rendering.ts';
import { present } from '../../contract/checked.ts';
import { compressOnceAtBest } from '../http/compress-ahead.ts';
import type { BuiltPage, LoadedSite } from '../http/site.ts';
import type { Log } from '../kernel/log.ts';
import { logOnce, repeat, type Repeated } from '../kernel/repeat.ts';
import type { Store } from '../store/store.ts';
import { currentCampaigns, formSectionOf, isCampaignDue, latestCampaign, type CampaignVersion } from './campaign-versions.ts';
import type { RenderWith } from './render-thread.ts';

/** Milliseconds between two looks for a newer version, and at the clock. */
const EVERY = 1000;

/** The answer at a campaign's address: its page, the page that says that it has closed (410), or the address to which it redirects since (`to`). */
export type CampaignAnswer = { page: BuiltPage; status: 200 | 410 } | { to: string };

export type CampaignAnswersByPath = ReadonlyMap<string, CampaignAnswer>;

export type ShownCampaigns = {
  /** The present answer at each address. */
  answers: () => CampaignAnswersByPath;
  /** Addresses of the open pages that the sitemap lists. */
  listed: () => readonly string[];
  /** Looks for newer versions at once, and shows them. */
  refresh: () => Promise<void>;
  watch: () => Repeated;
  /** Called with the new answers whenever they change. */
  onChange: (tell: (answers: CampaignAnswersByPath) => void) => void;
};

type Parts = {
  store: Store;
  site: Pick<LoadedSite, 'preparePage' | 'add'>;
  render: RenderWith;
  words: () => { number: number; words: Words };
  /** Publishes the drafts whose time has come. */
  publishDue: (now: number) => Promise<void>;
  now: () => number;
  log: Log;
};

type Rendered = { key: string; version: CampaignVersion; pages: ReadonlyMap<CampaignView, BuiltPage> };

/**
 * Shows the published campaign pages of this server, opened and closed by its clock. While the store does not answer, or a page cannot be rendered, pages stay
 * as they are.
 */
export function showCampaigns({ store, site, render, words, publishDue, now, log }: Parts): ShownCampaigns {
  let known: { number: number; versions: readonly CampaignVersion[] } = { number: 0, versions: [] };
  let rendered: readonly Rendered[] = [];
  let shown: { key: string; answers: CampaignAnswersByPath } = { key: '', answers: new Map() };
  const listeners: ((answers: CampaignAnswersByPath) => void)[] = [];

  async function refresh(): Promise<void> {
    try {
      if (await isCampaignDue(store.db, now())) await publishDue(now());
      const number = await latestCampaign(store.db);
      if (number !== known.number) known = { number, versions: await currentCampaigns(store.db) };
      const { next, failed } = await renderNew({ render, site }, { words: words(), versions: known.versions, before: rendered });
      rendered = next;
      if (failed.length > 0) throw failed[0];
    } finally {
      const { key, answers, beside } = arranged(rendered, now());
      if (key !== shown.key) {
        // Without an await between them, so that no reader gets pages of two versions.
        site.add(beside);
        shown = { key, answers };
        for (const tell of listeners) tell(answers);
      }
    }
  }

  let underWay: Promise<void> | undefined;
  const once = () => (underWay ??= refresh().finally(() => (underWay = undefined)));
  return {
    answers: () => shown.answers,
    listed: () =>
      rendered.filter(({ version: { page } }) => page.indexed && phaseOf(page, now()) === 'open').map(({ version }) => version.page.path),
    refresh: once,
    watch: () =>
      repeat(once, {
        every: EVERY,
        first: EVERY,
        report: logOnce(log, 'campaign pages cannot be read or shown: they stay as they were'),
      }),
    onChange: (tell) => void listeners.push(tell),
  };
}

type Renderer = Pick<Parts, 'render' | 'site'>;
type Wanted = { words: { number: number; words: Words }; versions: readonly CampaignVersion[]; before: readonly Rendered[] };

/** Renders the campaigns with a new version, and all of them when the site's words are new; a campaign that cannot be rendered stays as it was. */
async function renderNew(renderer: Renderer, { words, versions, before }: Wanted): Promise<{ next: Rendered[]; failed: unknown[] }> {
  const [next, failed]: [Rendered[], unknown[]] = [[], []];
  for (const version of versions) {
    const key = `${words.number} ${version.number}`;
    const former = before.find((one) => one.version.campaign === version.campaign);
    try {
      next.push(former?.key === key ? former : { key, version, pages: await renderOne(renderer, words.words, version) });
    } catch (error) {
      failed.push(error);
      if (former !== undefined) next.push(former);
    }
  }
  return { next, failed };
}

async function renderOne({ render, site }: Renderer, words: Words, version: CampaignVersion): Promise<Rendered['pages']> {
  const campaign = shownCampaign(version);
  const views = viewsOf(campaign);
  const made = await render(words, { kind: 'campaign', campaign, views });
  const pages = new Map(views.map((view, at) => [view, site.preparePage(present(made[at]))] as const));
  await compressOnceAtBest(present(pages.get('open')));
  return pages;
}

type Arranged = { key: string; answers: CampaignAnswersByPath; beside: ReadonlyMap<string, BuiltPage> };

/** The answer at each address at a time, and the pages that answer forms (`beside`). */
function arranged(rendered: readonly Rendered[], now: number): Arranged {
  const begun = rendered.map((one) => ({ ...one, at: phaseOf(one.version.page, now) })).filter(({ at }) => at !== 'before');
  const [answers, beside] = [new Map<string, CampaignAnswer>(), new Map<string, BuiltPage>()];
  // The latest last: it may have an address that an older one had before.
  for (const { version, pages, at } of begun.toReversed()) {
    const { path, afterwards } = version.page;
    if (at === 'open') answers.set(path, { page: present(pages.get('open')), status: 200 });
    else if (at === 'after')
      answers.set(path, afterwards === '' ? { page: present(pages.get('closed')), status: 410 } : { to: afterwards });
    // The pages that answer its form stay when the campaign has closed or was taken off: somebody may still have the form open.
    for (const view of ['sent', 'refused'] as const) {
      const page = pages.get(view);
      const row = campaignRow(shownCampaign(version), view).page;
      if (page !== undefined) beside.set(row.path, page);
      if (page !== undefined && view === 'sent') answers.set(row.path, { page, status: 200 });
    }
  }
  return { key: begun.map(({ key, at }) => `${key} ${at}`).join('\n'), answers, beside };
}

export function shownCampaign({ campaign, number, page }: Pick<CampaignVersion, 'campaign' | 'number' | 'page'>): ShownCampaign {
  return { caller: campaignCaller(campaign), number, page };
}

/** The views of a campaign that are rendered. */
export function viewsOf({ page }: ShownCampaign): readonly CampaignView[] {
  const hasForm = formSectionOf(page) !== undefined;
  return [
    'open',
    ...(page.closesAt !== null && page.afterwards === '' ? (['closed'] as const) : []),
    ...(hasForm ? (['sent', 'refused'] as const) : []),
  ];
}

export function phaseOf({ opensAt, closesAt, removed }: CampaignVersion['page'], now: number): 'before' | 'open' | 'after' | 'removed' {
  if (removed) return 'removed';
  if (opensAt !== null && now < opensAt) return 'before';
  return closesAt !== null && now >= closesAt ? 'after' : 'open';
}
