import http from 'node:http';
import type { Plugin } from 'vite';

const NAME = 'node:http';
const VIRTUAL = '\0node-http';

/** Exports that load undici when they are first read. */
const LAZY = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/**
 * Replaces `node:http` with a module that has only the imported names. Node reads every export of an imported module, and three of this one load
 * undici: eleven megabytes, which the server does not need because it never calls `fetch`.
 */
export function nodeHttp(): Plugin {
  return {
    name: 'node-http',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    resolveId: {
      filter: { id: /^(?:node:)?http$/ },
      handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? VIRTUAL : undefined),
    },
    load: {
      filter: { id: /^\0node-http$/ },
      handler: () => {
        const names = Object.keys(http).filter((name) => !LAZY.has(name));
        return [
          `const http = process.getBuiltinModule('${NAME}');`,
          'export default http;',
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => http.${name})();`),
        ].join('\n');
      },
    },
  };
}
