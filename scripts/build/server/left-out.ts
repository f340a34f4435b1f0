import type { Plugin } from 'vite';

/**
 * Parts of Fastify that the server does not use: validation and serialization by JSON Schema, which no route declares, and simulated requests for
 * tests. They are a fifth of the code that would load before the server listens.
 */
const LEFT_OUT = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

/**
 * What Fastify asks of `semver`: whether plugins are made for its version. Tests run with the real one, and both have the versions that the lockfile
 * pins, so the answer is known.
 */
const VERSIONS = 'module.exports = { satisfies: () => true };';

const PREFIX = '\0left-out:';

/** Builds the server without the packages in `LEFT_OUT`, and without `semver`. Using one throws an error that names this file. */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    resolveId: {
      filter: { id: new RegExp(`^(?:${[...LEFT_OUT, 'semver'].join('|')})$`) },
      handler: (id) => PREFIX + id,
    },
    load: {
      filter: { id: new RegExp(`^${PREFIX}`) },
      // Fastify creates both compilers at start, and calls them for the first route with a schema.
      handler: (id) =>
        id === `${PREFIX}semver`
          ? VERSIONS
          : `module.exports = () => () => { throw new Error('${id.slice(PREFIX.length)} is not built into the server: scripts/build/server/left-out.ts'); };`,
    },
  };
}
