/** Path to which a page reports that it is shown: a number goes up, with no data about the visitor. */
export const SEEN_PATH = '/www/seen';

/** The `from` of a page that was reached by a link on this site, which is no arrival. */
export const WITHIN = '/';

/** How a page was reached, by its address and the page before it alone: nothing that a browser stores is read for it. */
export type PageOrigin = {
  /** The page as it is declared, such as `/about`. */
  page: string;
  /** `utm_source` and `utm_campaign` of the address. */
  source?: string | undefined;
  campaign?: string | undefined;
  /** The name of the site that led here, or WITHIN. */
  from?: string | undefined;
};
