import type { Plugin } from 'vite';

/**
 * Parts of Fastify that check and write by JSON Schema, and its double of a connection for tests: no route of ours declares a JSON Schema, and the
 * built server is asked over the network alone. Together a fifth of what it would load before it listens.
 */
const LEFT_OUT = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const PREFIX = '\0left-out:';

/** Builds the server without `LEFT_OUT`; who comes to need one of them is told to take it off the list. */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    resolveId: {
      filter: { id: new RegExp(`^(?:${LEFT_OUT.join('|')})$`) },
      handler: (id) => PREFIX + id,
    },
    load: {
      filter: { id: new RegExp(`^${PREFIX}`) },
      // Fastify makes a compiler of each when it is created, and calls it for the first route with a schema.
      handler: (id) =>
        `module.exports = () => () => { throw new Error('${id.slice(PREFIX.length)} is not built into the server: scripts/build/server/left-out.ts'); };`,
    },
  };
}
