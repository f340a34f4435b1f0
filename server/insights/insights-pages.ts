import { present } from '../../contract/checked.ts';
import { insightsMarks, type InsightsData, type InsightsProps } from '../../contract/insights-page.ts';
import { pages as rows } from '../../contract/pages.ts';
import { liveData, patience, type LiveData } from '../http/live-data.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { withHtml, type BuiltPage, type LivePage } from '../http/site.ts';
import type { Log } from '../kernel/log.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { RenderInsights } from './insights-renderer.ts';
import type { PortfolioReader } from './figures/portfolio-reader.ts';
import { pageDataReader } from './page-data.ts';

type PagesContext = Pick<HttpContext, 'store' | 'site' | 'now'> & { renderInsights: RenderInsights };

export function insightsPages(context: PagesContext, reader: PortfolioReader, log: Log): ReadonlyMap<string, LivePage> {
  const nothing: InsightsData = { portfolios: [], missing: 0, papers: [] };
  const source = liveData(nothing, pageDataReader({ store: context.store, reader, log, now: context.now }), context.now);
  const live = new Map<string, LivePage>();
  for (const { path, mode } of rows) {
    const page = context.site.pages.get(path);
    if (page?.body.includes(insightsMarks.props) !== true) continue;
    const make = async (data: InsightsData) => {
      const props: InsightsProps = { ...data, mode };
      return withHtml(page, filled(page.body.toString(), props, await context.renderInsights(props)));
    };
    live.set(path, livePage(source, make));
  }
  return live;
}

/** The first request waits, with a time limit, for the store's answer; requests meanwhile get the present page. */
function livePage(source: LiveData<InsightsData>, make: (data: InsightsData) => Promise<BuiltPage>): LivePage {
  let made: { from: InsightsData; page: BuiltPage } | undefined;
  let making: Promise<BuiltPage> | undefined;

  async function makeOnce(): Promise<BuiltPage> {
    const from = source.current();
    const page = await make(from);
    made = { from, page };
    return page;
  }

  function latest(): BuiltPage | Promise<BuiltPage> {
    if (made?.from === source.current()) return made.page;
    making ??= makeOnce().finally(() => (making = undefined));
    return making;
  }

  return () => {
    const asked = source.ask() ?? (made === undefined ? source.pending() : undefined);
    if (asked === undefined) return latest();
    const answered = asked.then(latest);
    return Promise.race([answered, patience(answered).then(() => made?.page ?? latest())]);
  };
}

/** Fills both placeholders in one pass, because imported text may look like a placeholder. */
function filled(built: string, props: InsightsProps, html: string): string {
  const values: Record<string, string> = { props: escapeHtml(JSON.stringify(props)), html };
  return built.replace(/\[insights-(props|html)\]/g, (_, name: string) => present(values[name]));
}
