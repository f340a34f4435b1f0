import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../contract/checked.ts';
import { dialogFormPaths, plainFormPaths } from '../../contract/form-pages.ts';
import type { RenderedPage } from '../../contract/rendering.ts';
import { builtPage, loadAsset, onDemand, resource, type Assets, type Unfilled } from './load-file.ts';
import { fileTypes, compressorFor, whenCompressed, type Resource } from './resource.ts';
import { compressAhead, compressOnceAtBest } from './compress-ahead.ts';
import type { DirectFiles } from './direct-answers.ts';
import { overridden } from './overridden.ts';
import { fill, filledPolicy, type Placeholders } from './fill-placeholders.ts';
import { tokenPageHeaders } from './security-headers.ts';
import { writeResource } from './write-resource.ts';

/** Contents of `dist/site.json`, written by the build. `file` and `assets` are relative to `dist/site`, `former` to `dist/former`. */
export type SiteManifest = {
  pages: Record<string, { file: string; status: number; csp: string; until?: string }>;
  assets: string[];
  former?: string[];
};

export type Site = {
  /** The pages as they are shown now. A caller that keeps one may later show an outdated page. */
  pages: ReadonlyMap<string, BuiltPage>;
  assets: Assets;
  readonly notFound: BuiltPage;
};

export type LoadedSite = Site & {
  /** Makes pages of what was rendered with other words than those that ship. */
  prepare: (rendered: readonly RenderedPage[]) => ReadonlyMap<string, BuiltPage>;
  /** Makes a page that is none of the built ones. */
  preparePage: (rendered: RenderedPage) => BuiltPage;
  /** Shows these pages beside the built ones, in place of those that were added before. */
  add: (pages: ReadonlyMap<string, BuiltPage>) => void;
  /** Shows these pages in place of the built ones with the same paths, all at once; all other built pages are shown as they were built. */
  show: (prepared: ReadonlyMap<string, BuiltPage>) => void;
};

export type BuiltPage = Resource &
  Unfilled & {
    status: number;
    /** The last day on which it is shown, as YYYY-MM-DD. */
    until?: string;
  };

/**
 * Reads the built site's pages into memory; its other files when they are first asked for. Pages are filled in with settings and compressed at their first
 * request, because doing it for all at startup costs time and memory (docs/decisions/memory.md).
 * @param folder `dist`
 * @param extendPolicy adds what settings need to a page's Content-Security-Policy
 * @throws if the site was not built
 */
export function loadSite(
  folder: string,
  placeholders: Placeholders,
  headers: Record<string, string>,
  extendPolicy = (policy: string) => policy,
): LoadedSite {
  const manifest = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as SiteManifest;
  const root = join(folder, 'site');
  const pageOf = (html: Buffer, { status, until, csp }: Omit<SiteManifest['pages'][string], 'file'>): BuiltPage => {
    const loaded = builtPage(html, placeholders, {
      ...headers,
      'content-type': present(fileTypes['.html']),
      'content-security-policy': extendPolicy(filledPolicy(csp, placeholders)),
      'cache-control': 'no-cache',
    });
    return Object.assign(loaded, { status, ...(until && { until }) });
  };
  const built = new Map(
    Object.entries(manifest.pages).map(([path, page]) => [path, pageOf(readFileSync(join(root, page.file)), page)] as const),
  );
  const former = join(folder, 'former');
  // A build beside this server has moved there what this one has not read yet.
  const folderOf = (path: string) => (existsSync(join(root, path)) ? root : former);
  const files = [...(manifest.former ?? []), ...manifest.assets];
  const assets = new Map(files.map((path) => [path, onDemand(() => loadAsset(folderOf(path), path, headers, placeholders))]));
  let notFound = built.get('404');
  if (notFound === undefined) throw new Error(`${folder}/site.json has no page for unknown addresses: build the site again`);
  const pages = new Map([...built].filter(([path]) => path !== '404'));
  let added: readonly string[] = [];
  return {
    pages,
    assets,
    get notFound() {
      return present(notFound);
    },
    prepare: (rendered) =>
      new Map(
        rendered.flatMap(({ path, html, csp }) => {
          const row = manifest.pages[path];
          return row === undefined ? [] : [[path, pageOf(Buffer.from(html), { ...row, csp })] as const];
        }),
      ),
    preparePage: ({ html, csp }) => pageOf(Buffer.from(html), { status: 200, csp }),
    add: (more) => {
      for (const path of added) pages.delete(path);
      added = [...more.keys()].filter((path) => !built.has(path));
      for (const path of added) pages.set(path, present(more.get(path)));
    },
    show: (prepared) => {
      for (const [path, page] of built) {
        const shown = prepared.get(path) ?? page;
        if (path === '404') notFound = shown;
        else pages.set(path, shown);
      }
    },
  };
}

/** Makes something of a page, and again once the page is another. */
export function madeOfPage<Made>(site: Site, path: string, make: (page: BuiltPage) => Made): () => Made {
  let made: { page: BuiltPage; of: Made } | undefined;
  return () => {
    const page = present(site.pages.get(path));
    if (made?.page !== page) made = { page, of: make(page) };
    return made.of;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's answers set all headers themselves. */
    ownHeaders?: true;
  }
  interface FastifyInstance {
    /** Answered before routing, unless something about the request is unusual. */
    answeredDirectly?: DirectFiles;
  }
}

const ownHeaders = { config: { ownHeaders: true } } as const;

export type LivePage = () => BuiltPage | Promise<BuiltPage>;

/** Returns what replaces a built page or file at an address; undefined if nothing does. */
export type Override = (url: string) => BuiltPage | undefined | Promise<BuiltPage | undefined>;
export type Overrides = ReadonlyMap<string, Override>;

export type ServeOptions = {
  now?: () => number;
  live?: ReadonlyMap<string, LivePage>;
  overrides?: Overrides;
  /** Milliseconds after the start at which the indexed pages that nobody has asked for yet are compressed. */
  ahead?: number;
};

/** Serves every page and asset at its path, with or without a trailing slash. */
export function serveSite(app: FastifyInstance, site: Site, options: ServeOptions = {}): void {
  const { now = Date.now, live, overrides = new Map(), ahead } = options;
  for (const [path, page] of site.pages) {
    if (!isOpen(path)) continue;
    const pick = pickerOf(site, path);
    const current: LivePage = live?.get(path) ?? (() => present(site.pages.get(path)));
    const built = (url: string) => pick?.(url, now()) ?? current();
    const shownAt = overridden(built, overrides.get(path));
    const isConstant = live?.has(path) !== true && !overrides.has(path) && page.status === 200;
    if (isConstant) app.answeredDirectly?.set(path, directly(site, path));
    app.get(path, ownHeaders, (request, reply) => {
      const shown = shownAt(request.url);
      if (shown instanceof Promise) return shown.then((ready) => sendPage(request, reply, ready));
      return sendPage(request, reply, shown);
    });
  }
  compressAhead(app, { after: ahead, pageAt: (path) => live?.get(path)?.() ?? site.pages.get(path) });
  serveAssets(app, site.assets, overrides);
  for (const [path, file] of site.assets) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (!overrides.has(path)) app.answeredDirectly?.set(path, { file, route: folder === '/' ? path : `${folder}*` });
  }
}

function directly(site: Site, path: string): { file: () => Resource; route: string } {
  return { file: () => present(site.pages.get(path)), route: path };
}

/** One route for each folder: registering one for each of a thousand files takes a third of the startup time. */
export function serveAssets(app: FastifyInstance, assets: Site['assets'], overrides: Overrides = new Map()): void {
  const folders = Map.groupBy(assets, ([path]) => path.slice(0, path.lastIndexOf('/') + 1));
  for (const [folder, files] of folders) {
    if (folder === '/') for (const [path, file] of files) serveFile(app, path, overridden(file, overrides.get(path)));
    else
      app.get<{ Params: { '*': string } }>(`${folder}*`, (request, reply) => {
        const file = assets.get(folder + request.params['*']);
        if (file === undefined) return reply.callNotFound();
        send(request, reply, file(), 200);
      });
  }
}

function serveFile(app: FastifyInstance, path: string, shownAt: (url: string) => Resource | Promise<Resource>): void {
  app.get(path, ownHeaders, (request, reply) => {
    const shown = shownAt(request.url);
    if (shown instanceof Promise) return shown.then((ready) => send(request, reply, ready, 200));
    return send(request, reply, shown, 200);
  });
}

const refusedForms: ReadonlySet<string> = new Set(
  [...Object.values(plainFormPaths), ...Object.values(dialogFormPaths)].map(({ refused }) => refused),
);

/** Whether a page has its own address. Others are answers to forms, or variants of a page for a query. */
function isOpen(path: string): boolean {
  return !path.startsWith('/verify') && !refusedForms.has(path) && !path.includes('?');
}

function pickerOf(site: Site, path: string): ((url: string, now: number) => BuiltPage | undefined) | undefined {
  const named = [...site.pages.keys()].filter((other) => other.startsWith(`${path}?`));
  if (named.length === 0) return undefined;
  const queries = named.map((other) => [[...queryOf(other)], other] as const);
  return (url, now) => {
    const asked = queryOf(url);
    const today = new Date(now).toISOString().slice(0, 10);
    const other = queries.find(([query]) => query.every(([name, value]) => asked.get(name) === value))?.[1];
    const found = other === undefined ? undefined : site.pages.get(other);
    return found?.until === undefined || found.until >= today ? found : undefined;
  };
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at));
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: BuiltPage, status = page.status): void {
  send(request, reply, page, status);
  void compressOnceAtBest(page);
}

export function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: Resource): void {
  send(request, reply, file, 200);
}

/** Sends a page with content for this request only: placeholders replaced, not cached. */
export function sendPrivatePage(reply: FastifyReply, page: BuiltPage, status: number, values: Placeholders): FastifyReply {
  return sendFilledPage(reply.code(status), page, values, tokenPageHeaders);
}

export function sendFilledPage(reply: FastifyReply, page: BuiltPage, values: Placeholders, headers: Placeholders): FastifyReply {
  const body = Buffer.from(fill(page.body.toString(), values));
  reply.headers({ ...page.headers, ...headers, vary: 'accept-encoding' });
  const [encoding, compressor] = compressorFor(reply.request.headers['accept-encoding'], body);
  if (compressor === undefined) return reply.send(body);
  // Compresses in zlib's thread pool.
  compressor.end(body);
  return reply.header('content-encoding', encoding).send(compressor);
}

function send(request: FastifyRequest, reply: FastifyReply, file: Resource, status: number): void {
  const { raw } = reply.hijack();
  const { method, headers } = request.raw;
  const asked = { method, ifNoneMatch: headers['if-none-match'], accepted: headers['accept-encoding'] };
  const compressing = whenCompressed(file);
  if (compressing === undefined) writeResource(raw, file, status, asked);
  else void compressing.then(() => writeResource(raw, file, status, asked));
}

export function withHtml({ status, headers }: Pick<BuiltPage, 'status' | 'headers'>, html: string): BuiltPage {
  return Object.assign(resource(Buffer.from(html), headers), { status });
}
