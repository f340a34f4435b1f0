import { present } from '../../contract/checked.ts';
import {
  insightsMarks,
  insightsMarksFor,
  type InsightsData,
  type InsightsProps,
  type InsightsRendering,
  byNetReturn,
} from '../../contract/insights-page.ts';
import { shownNumber } from '../../contract/figures/format.ts';
import { editionMarks } from '../../contract/page-marks.ts';
import { pages as rows } from '../../contract/pages.ts';
import { editionPlaceholders } from '../../contract/report-files.ts';
import { liveData, type LiveData } from '../http/live-data.ts';
import { escapeHtml, fill, type Placeholders } from '../http/fill-placeholders.ts';
import { withHtml, type BuiltPage, type LivePage } from '../http/site.ts';
import type { Log } from '../kernel/log.ts';
import type { HttpContext } from '../http/http-context.ts';
import { type PortfolioReader, listFigures } from './figures/portfolio-reader.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { knownDay } from '../../contract/figures/days.ts';
import { portfolioGroups, type PortfolioGroup } from '../../contract/portfolio.ts';
import { sampleDates, type ReportingDates } from '../../contract/figures/reporting-date.ts';
import type { Store } from '../store/store.ts';
import { listPapers, wirePaper } from './papers/papers.ts';
import { listPortfolios, type Version } from './records/records.ts';
import { currentReporting } from './reporting/reporting-dates.ts';

type PagesContext = Pick<HttpContext, 'store' | 'site' | 'now' | 'pagePatience'> & { renderInsights: RenderInsights };

export type LivePages = {
  live: ReadonlyMap<string, LivePage>;
  /** Fills figures and papers into a page with marks for them. @param base the page with its words, without figures */
  withInsights: (base: () => BuiltPage) => LivePage;
};

/** The pages that show figures, papers or what the present edition of the report is called. */
export function insightsPages(context: PagesContext, reader: PortfolioReader, log: Log): LivePages {
  const source = liveData(nothing, pageDataReader({ store: context.store, reader, log, now: context.now }), context);
  const live = new Map<string, LivePage>();
  const withInsights = (base: () => BuiltPage, mode?: InsightsProps['mode']): LivePage => {
    const make = async (page: BuiltPage, data: InsightsData) => {
      const html = page.body.toString();
      const shown = await Promise.all(
        insightsLists.filter((only) => html.includes(insightsMarksFor(only).props)).map((only) => shownList({ ...data, mode, only })),
      );
      return withHtml(page, filled(html, new Map(shown.flat())));
    };
    return livePage({ source, base, make });
  };
  const shownList = async (props: InsightsProps): Promise<[mark: string, value: string][]> => {
    const marks = insightsMarksFor(props.only);
    return [
      // Single quotes spare an escape for each of JSON's own.
      [`"${marks.props}"`, `'${JSON.stringify(props).replace(/[&<']/g, escapeHtml)}'`],
      [marks.html, await context.renderInsights(props)],
    ];
  };
  for (const { path, mode } of rows) {
    const built = context.site.pages.get(path);
    if (built === undefined) continue;
    const base = () => context.site.pages.get(path) ?? built;
    const { unfilled = built.body } = built;
    if (unfilled.includes(insightsMarks.props)) {
      live.set(path, withInsights(base, mode));
    } else if (unfilled.includes(editionMarks.label)) {
      const make = async (page: BuiltPage, { dates }: InsightsData) =>
        withHtml(page, fill(page.body.toString(), editionPlaceholders(dates)));
      live.set(path, livePage({ source, base, make }));
    }
  }
  return { live, withInsights };
}

type PageParts = {
  source: LiveData<InsightsData>;
  /** The page with its words, without figures. */
  base: () => BuiltPage;
  make: (page: BuiltPage, data: InsightsData) => Promise<BuiltPage>;
};

/** The first request waits, with a time limit, for the store's answer; requests meanwhile get the present page. */
function livePage({ source, base, make }: PageParts): LivePage {
  let made: { from: InsightsData; of: BuiltPage; page: BuiltPage } | undefined;
  let making: Promise<BuiltPage> | undefined;

  async function makeOnce(): Promise<BuiltPage> {
    const [from, of] = [source.current(), base()];
    const page = await make(of, from);
    made = { from, of, page };
    return page;
  }

  function latest(): BuiltPage | Promise<BuiltPage> {
    const isCurrent = made?.from === source.current();
    if (made !== undefined && isCurrent && made.of === base()) return made.page;
    making ??= makeOnce().finally(() => (making = undefined));
    // Where only the words have changed, the present page is sent at once; only new figures are waited for.
    if (made === undefined || !isCurrent) return making;
    making.catch(() => undefined);
    return made.page;
  }

  return () => {
    const asked = source.ask() ?? (made === undefined ? source.pending() : undefined);
    if (asked === undefined) return latest();
    const answered = asked.then(latest);
    return Promise.race([answered, source.patience(answered).then(() => made?.page ?? latest())]);
  };
}

const insightsLists = [undefined, 'portfolios', 'papers'] as const;

/** Fills all marks in one pass, because imported text may look like a mark. */
function filled(built: string, values: ReadonlyMap<string, string>): string {
  return built.replace(FILLED, (mark) => present(values.get(mark)));
}

const FILLED = /"\[insights-props(?:-[a-z]+)?\]"|\[insights-html(?:-[a-z]+)?\]/g;

export type RenderInsights = (props: InsightsProps) => Promise<string>;

/**
 * Loads the built renderer with the first page that needs it.
 * @param folder path of `dist`
 */
export function insightsRenderer(folder: string, settings: Placeholders, inWords?: RenderInWords): RenderInsights {
  const address = pathToFileURL(join(folder, 'render/insights.js')).href;
  return async (props) => {
    const { renderInsights, parts } = (await import(/* @vite-ignore */ address)) as InsightsRendering;
    return fill((await inWords?.(props, parts)) ?? renderInsights(props), settings);
  };
}

/** Renders with the words that staff published; undefined where they changed none of the parts of the content that it shows. */
export type RenderInWords = (props: InsightsProps, parts: ReadonlyMap<string, unknown>) => Promise<string> | undefined;

/** Numbers with the two decimals that the page shows: HTML has no room for more, and the data calls bring them. */
function asShown<T>(value: T): T {
  if (typeof value === 'number') return shownNumber(value) as T;
  if (Array.isArray(value)) return value.map(asShown) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asShown(one as unknown)])) as T;
}

/** Milliseconds after which portfolios that had to be left out are tried again. */
const RETRY_MS = 60_000;

const nothing: InsightsData = { portfolios: [], dates: sampleDates, missing: 0, papers: [] };

type PageDataParts = { store: Store; reader: PortfolioReader; log: Log; now: () => number };

/**
 * Makes a function that reads what the insights pages show. Each call asks the store, and computes only what changed; when nothing changed, it returns the
 * same object. A failure is logged once, and the former data stays. Calls must not overlap.
 */
function pageDataReader({ store, reader, log, now }: PageDataParts): () => Promise<InsightsData> {
  let data = nothing;
  let known = { portfolios: '', papers: '', retryAt: Infinity };
  let failing = false;

  async function readPortfolios(): Promise<Pick<InsightsData, 'portfolios' | 'dates' | 'missing'>> {
    const [versions, { dates }] = await Promise.all([listPortfolios(store.db), currentReporting(store.db)]);
    // A version never changes, but its portfolio's group and sample mark may.
    const key = JSON.stringify([dates, versions.map(({ id, version, group, sample }) => [id, version, group, sample])]);
    if (key === known.portfolios && now() < known.retryAt) return data;
    const figures = await Promise.all(portfolioGroups.map((group) => groupFigures({ group, dates }, versions)));
    known = { ...known, portfolios: key, retryAt: figures.every(({ missing }) => missing === 0) ? Infinity : now() + RETRY_MS };
    const portfolios = figures.flatMap(({ shown }) => shown).sort(byNetReturn);
    return { portfolios, dates, missing: figures.reduce((sum, { missing }) => sum + missing, 0) };
  }

  async function groupFigures({ group, dates }: { group: PortfolioGroup; dates: ReportingDates }, versions: readonly Version[]) {
    const own = versions.filter((version) => version.group === group);
    const { details, failed } = await listFigures(reader, own, { day: knownDay(dates[group]), log });
    return { shown: details.map((detail) => ({ ...asShown(detail), group })), missing: failed.length };
  }

  async function readPapers(): Promise<InsightsData['papers']> {
    const papers = (await listPapers(store.db)).map(wirePaper);
    const key = JSON.stringify(papers);
    if (key === known.papers) return data.papers;
    known = { ...known, papers: key };
    return papers;
  }

  return async () => {
    const [portfolios, papers] = await Promise.allSettled([readPortfolios(), readPapers()]);
    const failed = [portfolios, papers].find((result) => result.status === 'rejected');
    if (failed && !failing)
      log.warn({ err: failed.reason as unknown }, 'figures or papers cannot be read: the insights pages stay as they were');
    failing = failed !== undefined;
    const shown = portfolios.status === 'fulfilled' ? portfolios.value : data;
    const next = {
      portfolios: shown.portfolios,
      dates: shown.dates,
      missing: shown.missing,
      papers: papers.status === 'fulfilled' ? papers.value : data.papers,
    };
    if (next.portfolios !== data.portfolios || next.papers !== data.papers) data = next;
    return data;
  };
}
