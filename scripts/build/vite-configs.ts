// How Vite makes each of the three bundles: what browsers load, what prerenders the pages, and the server.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { relative, resolve, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { BuildOptions, InlineConfig, Plugin } from 'vite';

export const root = resolve(fileURLToPath(import.meta.url), '../../..');

type Mode = 'production' | 'development';

/** Cascade layers by folder, lowest first. What a page says wins over what a part it uses says, whatever loads first. */
export const LAYERS = ['vendor', 'styles', 'ui', 'frame', 'forms', 'insights', 'sections', 'pages'];

/** What browsers load: the script of every page and the islands' code, as hashed files in `<outDir>/assets`, with a manifest. */
export function browserConfig(outDir: string): InlineConfig {
  return {
    ...siteConfig('production'),
    publicDir: resolve(root, 'site/public'),
    build: {
      ...common(outDir),
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { client: resolve(root, 'site/client/main.ts') },
        // A schema is made of calls without effects: one that only the server asks stays out of the browser.
        treeshake: { manualPureFunctions: ['v'] },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // React changes with its version only, so that visitors keep it over our own releases.
          codeSplitting: {
            groups: [
              // The script of every page takes nothing from the others.
              { name: 'client', tags: ['$initial'], priority: 1 },
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/-]runtime/ },
              // The library's list of countries and ours, which say much the same, shrink to one.
              { name: 'phone', test: /react-international-phone|contract[\\/]countries|site[\\/]forms[\\/]phone-/ },
              // What every form and dialog is made of: one file instead of a dozen on the way to the first of them.
              { name: 'forms', test: isFormPart },
            ],
          },
        },
      },
    },
  };
}

/** Parts that two forms or more share, and their rules; none that the script of every page needs. */
function isFormPart(id: string): boolean {
  const parts = [
    /[\\/]node_modules[\\/]valibot[\\/]/,
    /[\\/]ui[\\/][\w-]+\.(tsx|module\.css)/,
    /[\\/]contract[\\/](forms[\\/](?!career|contact\.|contact-page|pdf|report|login))/,
    /[\\/]site[\\/]islands[\\/](hydrate|island-root|error-boundary)/,
    /[\\/]site[\\/]forms[\\/](?!contact-modal|application-form|file-|attribution|phone-|result-dialog)/,
    /[\\/]site[\\/]frame[\\/](page-failure|contact-button|fallback-form|page-scripts)/,
  ];
  return parts.some((part) => part.test(id));
}

/** The pages for Node, to render each to HTML once, and the styles that they wear. */
export function prerenderConfig(outDir: string): InlineConfig {
  return {
    ...siteConfig('production'),
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ...common(outDir),
      ssr: true,
      // Pages wear what their components bring: their styles and fonts come from here.
      ssrEmitAssets: true,
      manifest: 'manifest.json',
      minify: false,
      cssMinify: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { prerender: resolve(root, 'site/app/prerender.tsx') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  };
}

/** What the server renders with data of its own, for Node. */
export function renderConfig(outDir: string): InlineConfig {
  return {
    ...siteConfig('production'),
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ...common(outDir),
      ssr: true,
      minify: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { insights: resolve(root, 'site/app/render-insights.tsx') },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}

/** The server and the command line, with everything they need from node_modules. */
export function serverConfig(outDir: string): InlineConfig {
  return {
    ...base('production'),
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ...common(outDir),
      ssr: true,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: {
          main: resolve(root, 'server/main.ts'),
          cli: resolve(root, 'server/cli/main.ts'),
          // Started by main as a thread of its own.
          report: resolve(root, 'server/reports/report-worker.ts'),
        },
        // Drivers that a package tries and can do without; left out, its own fallback runs.
        external: ['pg-native', 'cloudflare:sockets'],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}

/** What the site's configurations share, `npm run dev` included. */
export function siteConfig(mode: Mode): InlineConfig {
  return {
    ...base(mode),
    plugins: [react(), layers(), plainContent(), hookOfPhones(), smallPreload()],
    css: {
      modules: {
        generateScopedName: mode === 'production' ? shortName : '[name]_[local]',
      },
    },
  };
}

function base(mode: Mode): InlineConfig {
  return {
    root,
    mode,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode), BUILD_YEAR: String(new Date().getFullYear()) },
  };
}

function common(outDir: string): BuildOptions {
  return { outDir, emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 1500, target: 'es2023' };
}

/** Wraps each style sheet of `ui/` and `site/<folder>/` in that folder's cascade layer, and a package's in the lowest. */
function layers(): Plugin {
  const site = resolve(root, 'site') + sep;
  const ui = resolve(root, 'ui') + sep;
  return {
    name: 'layers-by-folder',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('.css')) return null;
      const folder = file.startsWith(ui) ? 'ui' : file.startsWith(site) ? (file.slice(site.length).split(sep)[0] ?? '') : 'vendor';
      if (!LAYERS.includes(folder)) return null;
      return { code: `@layer ${folder} {${code}\n}`, map: null };
    },
  };
}

/** Content is data: what no code reads is left out, even where it is computed. */
function plainContent(): Plugin {
  return {
    name: 'plain-content',
    transform: {
      filter: { id: /[\\/]site[\\/]content[\\/]/ },
      handler: () => ({ moduleSideEffects: false }),
    },
  };
}

/** The package's components, which nobody uses, go: they are made by memo and forwardRef. */
function hookOfPhones(): Plugin {
  return {
    name: 'hook-of-phones',
    transform: {
      filter: { id: /node_modules[\\/]react-international-phone[\\/]/ },
      handler: (code) => ({ code: code.replace(/=(\w+(?:\.memo)?\(\(\{)/g, '=/* @__PURE__ */$1'), map: null }),
    },
  };
}

/**
 * Vite's own helper around dynamic imports does more than this site needs, and every page loads it. This one fetches
 * the files beside the chunk, waits for style sheets, and takes those the document carries as here already.
 */
function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /preload-helper/ },
      handler: () => `
        export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => {
          const sheet = file.endsWith('.css');
          const href = '/' + file;
          if (document.querySelector('link[href="' + href + '"]' + (sheet ? '[rel=stylesheet]' : ''))) return;
          const link = document.createElement('link');
          link.rel = sheet ? 'stylesheet' : 'modulepreload';
          link.crossOrigin = '';
          link.href = href;
          document.head.append(link);
          if (sheet) return new Promise((done, failed) => {
            link.onload = done;
            link.onerror = () => { link.remove(); failed(new Error('no ' + href)); };
          });
        })).then(load);`,
    },
  };
}

/** Class names of five characters that both builds agree on. */
function shortName(name: string, file: string): string {
  const path = relative(root, file.split('?')[0] ?? file);
  const hash = createHash('sha256').update(`${path}:${name}`).digest('base64url').replace(/[-_]/g, '');
  return `${/^\d/.test(hash) ? 'c' : ''}${hash.slice(0, 6)}`;
}
