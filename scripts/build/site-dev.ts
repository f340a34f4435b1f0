// The site under `npm run dev`: pages rendered on request, loaded anew when their code changes; everything else from the server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from 'vite';
import { insightsMarks, type InsightsProps, type InsightsRendering } from '../../contract/insights-page.ts';
import { placeholders } from '../../contract/placeholders.ts';
import type { Rendering } from '../../site/app/rendering.ts';
import { LAYERS, root, siteConfig } from './vite-configs.ts';

/** What Vite serves itself; the rest of the addresses are the server's. */
const MODULES = /^\/(@|site\/|ui\/|contract\/|node_modules\/|\.cache\/vite\/|package\.json)/;
const RENDERING = '/site/app/prerender.tsx';
/** The insights island's props where there is no server yet. */
const NOTHING = '{&#34;portfolios&#34;:[],&#34;papers&#34;:[]}';
const INSIGHTS = '/site/app/render-insights.tsx';

type Ports = { port: number; serverPort: number };

/** Starts Vite's server for the site, in front of the product's. */
export async function startSiteDev({ port, serverPort }: Ports): Promise<{ url: string; close(): Promise<void> }> {
  const server = `http://localhost:${serverPort}`;
  const shared = siteConfig('development');
  const vite = await createServer({
    ...shared,
    appType: 'custom',
    publicDir: join(root, 'site/public'),
    cacheDir: join(root, '.cache/vite'),
    plugins: [...(shared.plugins ?? []), pages(server)],
    optimizeDeps: { entries: ['site/client/main.ts', 'site/islands/*.tsx'] },
    server: {
      port,
      strictPort: true,
      proxy: { '^/': { target: server, bypass: (request) => (isOurs(request.url ?? '/') ? request.url : undefined) } },
    },
  });
  await vite.listen();
  return { url: `http://localhost:${port}`, close: () => vite.close() };
}

function isOurs(url: string): boolean {
  const path = url.split('?')[0] ?? url;
  return MODULES.test(path) || (path !== '/' && existsSync(join(root, 'site/public', path)));
}

/** Answers every page's address with what its code renders now. */
function pages(server: string): Plugin {
  return {
    name: 'pages',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (request.method !== 'GET') return next();
        return documentAt(vite, new URL(request.url ?? '/', server)).then(
          (html) => (html ? response.setHeader('content-type', 'text/html; charset=utf-8').end(html) : next()),
          next,
        );
      });
    },
    // Code that only renders has no place in the browser where it could be exchanged.
    hotUpdate({ modules, server: vite }) {
      if (this.environment.name === 'ssr' && modules.length > 0) vite.environments.client.hot.send({ type: 'full-reload' });
    },
  };
}

async function documentAt(vite: ViteDevServer, url: URL): Promise<string | undefined> {
  const { pageAt, renderPage, documentHtml } = (await vite.ssrLoadModule(RENDERING)) as unknown as Rendering;
  const page = pageAt(url);
  // Pages with a token in them are rendered by the server, and so is what is no page.
  if (!page.path.startsWith('/') || page.scripts === false) return undefined;
  const { html, islands } = await renderPage(page);
  const files = [RENDERING, `/site/pages/${page.component}/page.tsx`, ...islands.map((name) => `/site/islands/${name}.tsx`)];
  const headScript = await vite.transformRequest('/site/client/head-script.ts');
  const built = documentHtml(page, html, {
    css: `@layer ${LAYERS.join(',')};`,
    styleSheets: [],
    fonts: [],
    headScript: headScript?.code ?? '',
    client: '/site/client/main.ts',
  });
  const shown = await withFigures(vite, built, new URL(page.path, url));
  const links = (await stylesOf(vite, files)).map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return vite.transformIndexHtml(url.pathname, (await withSettings(shown, url.origin)).replace('</head>', `${links}</head>`));
}

/** Every style sheet that files import, the imported ones first. */
async function stylesOf(vite: ViteDevServer, files: readonly string[]): Promise<string[]> {
  const graph = vite.environments.ssr.moduleGraph;
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (node: EnvironmentModuleNode) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const imported of node.importedModules) if (!isLazy(node, imported)) visit(imported);
  };
  for (const file of files) {
    const node = await graph.getModuleByUrl(file);
    if (node) visit(node);
  }
  return [...seen].map(({ url }) => url).filter((url) => url.endsWith('.css'));
}

/** Pages and islands are named by whoever shows them. */
function isLazy(from: EnvironmentModuleNode, to: EnvironmentModuleNode): boolean {
  return /\/(registry|page-views)\.ts$/.test(from.url) && to.url.endsWith('.tsx');
}

/** Puts what the running server shows of portfolios and papers where the built pages have it, rendered by the code as it is now. */
async function withFigures(vite: ViteDevServer, html: string, url: URL): Promise<string> {
  if (!html.includes(insightsMarks.props)) return html;
  const { renderInsights } = (await vite.ssrLoadModule(INSIGHTS)) as unknown as InsightsRendering;
  const served = await fetch(url).then(
    (response) => response.text(),
    () => '',
  );
  const props = / data-island="insights"[^>]* data-props="([^"]*)"/.exec(served)?.[1] ?? NOTHING;
  const json = props.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const rendered = renderInsights(JSON.parse(json) as InsightsProps);
  return html.replace(insightsMarks.props, () => props).replace(insightsMarks.html, () => rendered);
}

/** Puts the running server's settings where the built pages have them. */
async function withSettings(html: string, server: string): Promise<string> {
  const opening = await fetch(`${server}/`).then(
    async (response) => /<html\b[^>]*>/.exec(await response.text())?.[0] ?? '',
    () => '',
  );
  return Object.entries(placeholders).reduce((filled, [name, placeholder]) => {
    const value = new RegExp(` data-${name}="([^"]*)"`).exec(opening)?.[1] ?? '';
    return filled.replaceAll(placeholder, value);
  }, html);
}
