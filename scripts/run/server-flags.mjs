/**
 * Node's flags for a server: a small young generation, so that memory used by uploads is collected early (docs/operating.md, Memory). deploy/ uses
 * the same flags.
 */
export const serverFlags = ['--max-semi-space-size=2'];
