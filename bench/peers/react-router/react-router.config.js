export default { prerender: ['/'], ssr: true };
