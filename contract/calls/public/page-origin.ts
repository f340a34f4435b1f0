import * as v from 'valibot';

/** PageOrigin as a page sends it. Longer texts are cut, and unknown pages counted together, by the server. */
export const pageOriginSchema = v.object({
  page: v.pipe(v.string(), v.description('As it is declared; the address may have data of somebody')),
  source: v.optional(v.pipe(v.string(), v.description('`utm_source` of its address'))),
  campaign: v.optional(v.pipe(v.string(), v.description('`utm_campaign` of its address'))),
  from: v.optional(v.pipe(v.string(), v.description('Name of the site that led there; `/` for this site'))),
});
