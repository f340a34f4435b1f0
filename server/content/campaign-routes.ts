import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { placeholders } from '../../contract/placeholders.ts';
import { insightsMarksFor } from '../../contract/insights-page.ts';
import { withoutTrailingSlashes } from '../../contract/pages.ts';
import { fill } from '../http/fill-placeholders.ts';
import { sendPage, withHtml, type BuiltPage, type LivePage, type Override, type Overrides, type Site } from '../http/site.ts';
import type { Settings } from '../settings/settings.ts';
import { pageSettings } from '../settings/page-settings.ts';
import type { ShownCampaigns } from './shown-campaigns.ts';

/** What requests for the addresses of campaigns need. */
export type CampaignAnswers = Pick<ShownCampaigns, 'answers' | 'listed' | 'onChange'>;

/**
 * Answers requests for campaign pages, which have no routes of their own. Open pages without portfolios and papers are answered before routing
 * (`answeredDirectly`); the returned function, which the handler of unknown addresses calls, answers the others.
 * @param withInsights fills portfolios and papers into a page with marks for them
 * @returns a function that answers a GET or HEAD for an address of a campaign, and returns undefined for any other address
 */
export function serveCampaigns(
  app: FastifyInstance,
  campaigns: CampaignAnswers,
  withInsights: (base: () => BuiltPage) => LivePage,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  let direct: readonly string[] = [];
  const live = new WeakMap<BuiltPage, LivePage>();
  const shows = ({ body }: BuiltPage, only: 'portfolios' | 'papers') => body.includes(insightsMarksFor(only).props);
  const isLive = (page: BuiltPage) => shows(page, 'portfolios') || shows(page, 'papers');
  const show = (answers: ReturnType<CampaignAnswers['answers']>) => {
    for (const path of direct) app.answeredDirectly?.delete(path);
    const constant = [...answers].flatMap(([path, answer]) =>
      'page' in answer && answer.status === 200 && !isLive(answer.page) ? [[path, answer.page] as const] : [],
    );
    for (const [path, page] of constant) app.answeredDirectly?.set(path, { file: () => page, route: ROUTE });
    direct = constant.map(([path]) => path);
  };
  campaigns.onChange(show);
  show(campaigns.answers());

  return (request, reply) => {
    const answer = campaigns.answers().get(withoutTrailingSlashes(request.url.split('?', 1)[0] ?? ''));
    if (answer === undefined) return undefined;
    if ('to' in answer) return reply.header('cache-control', 'no-cache').redirect(answer.to, 302);
    const { page, status } = answer;
    if (!isLive(page)) sendPage(request, reply, page, status);
    else {
      const made = live.get(page) ?? withInsights(() => page);
      live.set(page, made);
      void Promise.resolve(made()).then((ready) => sendPage(request, reply, ready, status));
    }
    return reply;
  };
}

/** The route by which metrics count all campaign pages. */
const ROUTE = '/:campaign';

/** Adds an override to the given ones: the sitemap with the addresses of the open campaign pages. */
export function withCampaignsListed(overrides: Overrides, campaigns: CampaignAnswers, site: SitemapSite, settings: Settings): Overrides {
  const origin = fill(placeholders.origin, pageSettings(settings));
  const former = overrides.get('/sitemap.xml');
  let made: { of: BuiltPage; key: string; page: BuiltPage } | undefined;
  const listed = (of: BuiltPage): BuiltPage => {
    const key = campaigns.listed().join('\n');
    if (key === '') return of;
    if (made?.of.etag !== of.etag || made.key !== key) {
      const rows = campaigns.listed().map((path) => ` <url><loc>${origin}${path}</loc></url>\n`);
      const text = of.body.toString().replace('</urlset>', `${rows.join('')}</urlset>`);
      made = { of, key, page: withHtml(of, text) };
    }
    return made.page;
  };
  const file = site.assets.get('/sitemap.xml');
  const built = () => file && { ...file(), status: 200 };
  const override: Override = (url) => {
    const shown = former?.(url);
    if (shown instanceof Promise) return shown.then((page) => orBuilt(page));
    return orBuilt(shown);
  };
  const orBuilt = (page: BuiltPage | undefined) => {
    if (campaigns.listed().length === 0) return page;
    const of = page ?? built();
    return of && listed(of);
  };
  return new Map([...overrides, ['/sitemap.xml', override]]);
}

type SitemapSite = Pick<Site, 'assets'>;
