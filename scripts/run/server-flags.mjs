/**
 * What Node is told for a server: a small young generation, so that what an upload leaves behind is collected early (docs/operating.md, Memory).
 * deploy/ says the same.
 */
export const serverFlags = ['--max-semi-space-size=2'];
