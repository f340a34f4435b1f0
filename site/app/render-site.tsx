/** What renders the site: at the build, in `npm run dev`, and in the server's thread where staff changed its words. Bundled as dist/render/site.js. */
export { parts } from '../content/declared.ts';
export { campaignKinds, renderCampaign } from './render-campaign.ts';
export { careersKinds } from './careers-kinds.ts';
export { documentHtml } from './document.ts';
export { everyPage, pageAt, renderPage } from './prerender.tsx';
export { renderDocument } from './render-document.ts';
export { searchFiles } from './search.ts';
