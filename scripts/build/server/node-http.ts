import http from 'node:http';
import type { Plugin } from 'vite';

const NAME = 'node:http';
const VIRTUAL = '\0node-http';

/** What Node loads when they are first read, undici with them. */
const LAZY = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/**
 * What is imported of `node:http` by name, without the rest. Node reads every export of a module that is imported, and three of this one's
 * load undici: eleven megabytes for a server that never calls another by `fetch`.
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
