// The site under `npm run dev`: pages rendered in the browser with hot reload, everything else from the server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { LAYERS, root, siteConfig } from './vite-configs.mjs';

/** What Vite serves itself; the rest of the addresses are the server's. */
const MODULES = /^\/(@|site\/|ui\/|contract\/|node_modules\/|\.cache\/vite\/|package\.json)/;

/**
 * Starts Vite's server for the site.
 * @param {{ port: number, serverPort: number }} options where it listens, and where the product's server does
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function startSiteDev({ port, serverPort }) {
  const server = `http://localhost:${serverPort}`;
  const shared = siteConfig('development');
  const vite = await createServer({
    ...shared,
    appType: 'custom',
    publicDir: join(root, 'site/public'),
    cacheDir: join(root, '.cache/vite'),
    plugins: [...(shared.plugins ?? []), pages(server)],
    optimizeDeps: { entries: ['site/app/dev.tsx'] },
    server: {
      port,
      strictPort: true,
      proxy: { '^/': { target: server, bypass: (request) => (isOurs(request.url ?? '/') ? request.url : undefined) } },
    },
  });
  await vite.listen();
  return { url: `http://localhost:${port}`, close: () => vite.close() };
}

/** @param {string} url */
function isOurs(url) {
  const path = url.split('?')[0] ?? url;
  return MODULES.test(path) || (path !== '/' && existsSync(join(root, 'site/public', path)));
}

/** Answers every page's address with an empty document that renders it. @param {string} server @returns {import('vite').Plugin} */
function pages(server) {
  return {
    name: 'pages',
    configureServer(vite) {
      /** @param {string} url */
      async function documentOf(url) {
        const { pageOf } = await vite.ssrLoadModule('/contract/pages.ts');
        const page = pageOf(new URL(url, server).pathname);
        // Pages with a token in them are rendered by the server.
        return page && page.scripts !== false ? vite.transformIndexHtml(url, await shell(server)) : undefined;
      }
      vite.middlewares.use((request, response, next) => {
        if (request.method !== 'GET') return next();
        return documentOf(request.url ?? '/').then(
          (html) => (html ? response.setHeader('content-type', 'text/html; charset=utf-8').end(html) : next()),
          next,
        );
      });
    },
  };
}

/** The document, with the settings that the server puts into its own. @param {string} server */
async function shell(server) {
  const built = await fetch(`${server}/`).then(
    (response) => response.text(),
    () => '',
  );
  const opening = /<html\b[^>]*>/.exec(built)?.[0] ?? '<html lang="en-GB" data-api="">';
  return `<!doctype html>${opening}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>@layer ${LAYERS.join(',')};</style></head>
<body><div id="root"></div><script type="module" src="/site/app/dev.tsx"></script></body></html>`;
}
