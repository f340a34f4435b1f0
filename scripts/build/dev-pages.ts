// The site under `npm run dev`: pages are rendered on request and reloaded when their code changes; the product's server answers the rest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';
import { editionPlaceholders } from '../../contract/report-files.ts';
import { insightsMarks, type InsightsRendering } from '../../contract/insights-page.ts';
import { root } from '../setup/root.mjs';
import { headScript, type Prerender } from './render-pages.ts';

/** Addresses that Vite serves; the others go to the server. */
const MODULES = /^\/(@|site\/|ui\/|contract\/|node_modules\/|\.cache\/vite\/|package\.json)/;

export function devPages(server: string): Plugin {
  const bypass = ({ url = '/' }) => (isOurs(new URL(url, server).pathname) ? url : undefined);
  let asked = 0;
  let changed = 0;
  return {
    name: 'dev-pages',
    apply: 'serve',
    config: () => ({ server: { proxy: { '^/': { target: server, bypass } } } }),
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
        asked = performance.now();
        return documentAt(vite, new URL(request.url ?? '/', server)).then(
          (html) => (html ? response.setHeader('content-type', 'text/html; charset=utf-8').end(html) : next()),
          next,
        );
      });
      // A page connects after it was rendered: reload it if the code has changed in between.
      vite.environments.client.hot.on('vite:client:connect', (_, page) => {
        if (changed > asked) page.send({ type: 'full-reload' });
      });
    },
    hotUpdate({ file, modules, timestamp, server: { environments } }) {
      // Vite would reload the page for the link of a CSS module, because class names might change; here they stay the same.
      if (this.environment.name === 'client') return modules.filter(({ url }) => !url.endsWith('.css?direct'));
      if (this.environment.name !== 'pages' || modules.length === 0) return undefined;
      changed = performance.now();
      // Code that is only rendered cannot be replaced in the browser, so the page reloads; style sheets are replaced by their links.
      const updates = modules.map(({ url }) => ({ type: 'css-update' as const, path: url, acceptedPath: url, timestamp }));
      environments.client.hot.send(file.endsWith('.css') ? { type: 'update', updates } : { type: 'full-reload' });
      return undefined;
    },
  };
}

const isOurs = (path: string) => MODULES.test(path) || (path !== '/' && existsSync(join(root, 'site/public', path)));

async function documentAt(vite: ViteDevServer, url: URL): Promise<string | undefined> {
  const pages = vite.environments['pages'] as RunnableDevEnvironment;
  const { pageAt, renderPage, documentHtml } = await pages.runner.import<Prerender>('/site/app/render-site.tsx');
  const page = pageAt(url);
  // The server renders pages with a token in their address, and answers for unknown pages.
  if (!page.path.startsWith('/') || page.scripts === false) return undefined;
  const { html } = await renderPage(page);
  const sheets = [...pages.moduleGraph.urlToModuleMap.keys()].filter((url) => url.endsWith('.css'));
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`);
  const parts = { css: '', fonts: [], laterFonts: [], headScript: await headScript(), client: '/site/client/main.ts' };
  const filled = await asServed(pages, documentHtml(page, html, parts), url);
  return vite.transformIndexHtml(url.pathname, filled.replace('</head>', `${links.join('')}</head>`));
}

/** Inserts the running server's settings, portfolios and papers into HTML that the current code rendered. */
async function asServed(pages: RunnableDevEnvironment, built: string, url: URL): Promise<string> {
  // Imported on request, because a build does not need the server's code.
  const { environment, readSettings } = await import('../../server/settings/settings.ts');
  const { pageSettings } = await import('../../server/settings/page-settings.ts');
  const { fill, filledPage } = await import('../../server/http/fill-placeholders.ts');
  const PUBLIC_URL = `http://localhost:${pages.getTopLevelConfig().server.port}`;
  const settings = pageSettings(readSettings({ PUBLIC_URL, ...environment(root) }));
  const html = fill(filledPage(built, settings), editionPlaceholders());
  if (!html.includes(insightsMarks.props)) return html;
  const props = await propsAt(url);
  const { renderInsights } = await pages.runner.import<InsightsRendering>('/site/app/render-insights.tsx');
  const json = props.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const rendered = fill(renderInsights(JSON.parse(json)), settings);
  return html.replace(`"${insightsMarks.props}"`, () => `'${props}'`).replace(insightsMarks.html, () => rendered);
}

/** The properties in the server's version of the page; empty while the server starts. */
async function propsAt(url: URL): Promise<string> {
  const served = await (await fetch(url).catch(() => new Response())).text();
  return / data-island="portfolios-and-papers"[^>]* data-props='([^']*)'/.exec(served)?.[1] ?? NOTHING;
}

const NOTHING = '{"portfolios":[],"papers":[],"dates":{}}';
