export default { experimental: { inlineCss: true }, turbopack: { root: import.meta.dirname } };
