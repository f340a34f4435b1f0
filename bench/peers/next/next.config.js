export default { productionBrowserSourceMaps: false, turbopack: { root: import.meta.dirname } };
