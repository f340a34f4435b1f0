// What Vite makes of the code: what browsers load, what renders the pages, the server. `npm run build` and `npm run dev` read it.
import { join } from 'node:path';
import minMaxQueries from '@csstools/postcss-media-minmax';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { devPages } from './scripts/build/dev-pages.ts';
import { devServer } from './scripts/build/dev-server.ts';
import { scopedName } from './scripts/build/scoped-name.ts';
import { server, serverPlugins } from './scripts/build/server/environment.ts';

/** Some of what is shared no dialog needs. */
const OF_DIALOGS =
  /^(?!.*(?:result-dialog|load-script|use-form-opened|report-files|forms[\\/](?:rules|multipart)|page-icons|use-file|skeleton|contract[\\/](?:figures|portfolio)))/;

/** The function around each `import()` of the site is our own: every page loads it. */
const shortPreload: Plugin = {
  name: 'short-preload',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? join(import.meta.dirname, 'site/client/preload.ts') : undefined),
};

const port = Number(process.env.PORT ?? 3000);

export default defineConfig(({ mode, command }) => {
  const building = command === 'build';
  // What runs in Node is whole: dist/ needs no node_modules.
  const inNode = { consumer: 'server', resolve: { noExternal: building || [] } } as const;
  return {
    root: import.meta.dirname,
    envDir: false,
    appType: 'custom',
    logLevel: building ? 'warn' : 'info',
    cacheDir: '.cache/vite',
    publicDir: 'site/public',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode), BUILD_DATE: JSON.stringify(new Date().toISOString()) },
    // Browsers before iOS 16.4 know no ranges in media queries.
    css: { modules: { generateScopedName: building ? scopedName : '[name]_[local]' }, postcss: { plugins: [minMaxQueries()] } },
    plugins: [
      react(),
      shortPreload,
      ...serverPlugins,
      devPages(`http://localhost:${port + 1}`),
      devServer(port + 1, `http://localhost:${port}`),
    ],
    build: {
      target: 'es2023',
      cssTarget: ['chrome111', 'safari15.4', 'firefox113'],
      chunkSizeWarningLimit: 1500,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    environments: { client, pages: { ...inNode, ...pages }, server: { ...inNode, ...server } },
    server: { port, strictPort: true, watch: { ignored: ['**/dist/**', '**/data/**', '**/.cache/**'] } },
  };
});

/** The script of every page, and the islands' code. */
const client: EnvironmentOptions = {
  optimizeDeps: { entries: ['site/client/main.ts', 'site/islands/*.tsx'] },
  build: {
    outDir: '.cache/build/site',
    copyPublicDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { client: 'site/client/main.ts' },
      treeshake: {
        // Content is data: what no code reads is left out, even where it is computed.
        moduleSideEffects: [{ test: /[\\/]site[\\/]content[\\/]/, sideEffects: false }],
        // A schema is made of calls without effects: one that only the server asks stays out of the browser.
        manualPureFunctions: ['v', 'declared', 'listOf'],
      },
      output: {
        codeSplitting: {
          groups: [
            // The script of every page takes nothing from the others.
            { name: 'client', tags: ['$initial'], priority: 1 },
            // React changes with its version only, so that visitors keep it over our own releases.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/-]runtime/ },
            { name: 'phone', test: /contract[\\/](countries|phone-(number|plans))|site[\\/]forms[\\/]phone-/ },
            // What forms and dialogs are made of: one file instead of a dozen on the way to the first of them.
            { name: 'forms', minShareCount: 2, test: OF_DIALOGS },
          ],
        },
      },
    },
  },
};

/** What renders the pages, at build and by the server, and the styles that they wear. */
const pages: EnvironmentOptions = {
  build: {
    outDir: '.cache/build/render',
    emitAssets: true,
    cssMinify: true,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: { site: 'site/app/render-site.tsx', insights: 'site/app/render-insights.tsx', careers: 'site/app/render-careers.ts' },
    },
  },
};
