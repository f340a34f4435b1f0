import { present } from '../../../contract/checked.ts';
import { postingPath, postingPage, type Posting } from '../../../contract/posting.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { liveData, type LiveData } from '../../http/live-data.ts';
import { fill, filledPage, filledPolicy, type Placeholders } from '../../http/fill-placeholders.ts';
import { withHtml, type BuiltPage, type Override, type Overrides } from '../../http/site.ts';
import type { Log } from '../../kernel/log.ts';
import { inSlices } from '../../kernel/slices.ts';
import { listEditedPositions, openingsOf, positionsState } from './positions.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CareersKind, CareersRendering, Openings } from '../../../contract/careers-page.ts';
import { pageOf, type PageRow } from '../../../contract/pages.ts';
import type { RenderedPage, Worn } from '../../../contract/rendering.ts';

type PagesContext = Pick<HttpContext, 'store' | 'site' | 'now' | 'pagePatience'> & { renderCareers: RenderCareers };

type Rendered = { key: string; pages: ReadonlyMap<string, BuiltPage> };

/** While no position has been edited, the built pages are served: nothing is rendered, and no request waits. */
const noneEdited: Rendered = { key: '', pages: new Map() };

/** Overrides for the pages of positions, as edited at the desk, and for the sitemap. Edits on any server appear within a second or two. */
export function positionPages(context: PagesContext, log: Log): Overrides {
  const reader = positionsReader(context);
  let failing = false;
  const read = (): Promise<Rendered | undefined> =>
    reader().then(
      (found) => {
        failing = false;
        return found;
      },
      (error: unknown) => {
        if (!failing) log.warn({ err: error }, 'positions cannot be read: their pages stay as they were');
        failing = true;
        return source.current();
      },
    );
  const source: LiveData<Rendered | undefined> = liveData<Rendered | undefined>(undefined, read, context);

  async function latest(wait: Promise<void> | undefined): Promise<Rendered> {
    if (wait !== undefined) await Promise.race([wait, source.patience(wait)]);
    return source.current() ?? noneEdited;
  }
  const override =
    (pick: (pages: Rendered['pages'], url: string) => BuiltPage | undefined): Override =>
    (url) => {
      const asked = source.ask() ?? (source.current() === undefined ? source.pending() : undefined);
      if (asked === undefined) return pick((source.current() ?? noneEdited).pages, url);
      return latest(asked).then(({ pages }) => pick(pages, url));
    };
  return new Map([
    ['/careers', override((pages) => pages.get('/careers'))],
    ['/jobs', override(jobOf)],
    ['/sitemap.xml', override((pages) => pages.get('/sitemap.xml'))],
  ]);
}

function jobOf(pages: Rendered['pages'], url: string): BuiltPage | undefined {
  const at = url.indexOf('?');
  const slug = new URLSearchParams(at === -1 ? '' : url.slice(at)).get('position');
  return (slug === null ? undefined : pages.get(postingPath({ slug }))) ?? pages.get('/jobs');
}

/** Reads the state of the positions, and renders the pages when it or the day has changed. */
function positionsReader({ store, site, renderCareers, now }: PagesContext): () => Promise<Rendered> {
  let last = noneEdited;
  return async () => {
    const state = await positionsState(store.db);
    if (state === '') return (last = noneEdited);
    const today = new Date(now()).toISOString().slice(0, 10);
    const key = `${renderCareers.version?.() ?? ''}\n${today}\n${state}`;
    if (key === last.key) return last;
    const openings = openingsOf(await renderCareers.built(), await listEditedPositions(store.db), today);
    const { pages, sitemap } = await renderCareers.render(openings);
    const made = new Map<string, BuiltPage>();
    for await (const { path, html, csp } of pages) made.set(path, pageAs(present(site.pages.get('/careers')), html, csp));
    const file = site.assets.get('/sitemap.xml');
    if (file !== undefined) made.set('/sitemap.xml', withHtml({ ...file(), status: 200 }, sitemap));
    return (last = { key, pages: made });
  };
}

function pageAs(like: BuiltPage, html: string, csp: string): BuiltPage {
  return withHtml({ ...like, headers: { ...like.headers, 'content-security-policy': csp } }, html);
}

export type RenderCareers = {
  /** The positions that the site was built with. */
  built: () => Promise<readonly Posting[]>;
  render: (openings: Openings) => Promise<RenderedCareers>;
  /** Which version of the company's words it renders. */
  version?: () => number;
};

/** `pages`: one after the other, so that of thousands only one is in memory as text. */
export type RenderedCareers = { pages: Iterable<RenderedPage> | AsyncIterable<RenderedPage>; sitemap: string };

/** Renders with the words that staff published; undefined where there are none. */
export type CareersInWords = {
  version: () => number;
  render: (openings: Openings, pages: ReturnType<typeof careersPages>) => Promise<RenderedCareers> | undefined;
};

/**
 * The build's own renderer, loaded for the first page that needs it. Replaces the placeholders of settings.
 * @param folder `dist`
 */
export function careersRenderer(
  folder: string,
  { settings, extendPolicy, inWords }: { settings: Placeholders; extendPolicy: (policy: string) => string; inWords?: CareersInWords },
): RenderCareers {
  const address = pathToFileURL(join(folder, 'render/careers.js')).href;
  const load = () => import(/* @vite-ignore */ address) as Promise<CareersRendering>;
  return {
    built: async () => (await load()).builtPostings,
    async render(openings) {
      const { pages, sitemap } = await (inWords?.render(openings, careersPages(openings)) ?? asBuilt(openings));
      return { pages: filled(pages), sitemap: fill(sitemap, settings) };
    },
    ...(inWords && { version: inWords.version }),
  };

  async function* filled(pages: RenderedCareers['pages']): AsyncGenerator<RenderedPage> {
    for await (const { path, html, csp } of pages)
      yield { path, html: filledPage(html, settings), csp: extendPolicy(filledPolicy(csp, settings)) };
  }

  async function asBuilt(openings: Openings): Promise<RenderedCareers> {
    const { renderCareersPage, sitemap } = await load();
    const worn = JSON.parse(readFileSync(join(folder, 'render/worn.json'), 'utf8')) as Worn;
    async function* rendered(): AsyncGenerator<RenderedPage> {
      for (const { page, kind } of careersPages(openings)) yield renderCareersPage(page, openings, worn, kind);
    }
    return { pages: inSlices(rendered()), sitemap: sitemap(openings.open) };
  }
}

/** The pages with lists of positions, and one page for each position, open or closed. */
export function careersPages({ open, known }: Openings): { page: PageRow; kind: CareersKind }[] {
  const jobs = present(pageOf('/jobs'));
  const closed = known.filter((slug) => open.every((posting) => posting.slug !== slug));
  return [
    { page: present(pageOf('/careers')), kind: 'careers' },
    { page: jobs, kind: 'jobs' },
    ...open.map((posting) => ({ page: postingPage(posting), kind: 'position' as const })),
    ...closed.map((slug) => ({ page: { ...jobs, path: postingPath({ slug }), mode: slug }, kind: 'jobs' as const })),
  ];
}
